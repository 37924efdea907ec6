package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/petcare/petcare/cmd/bench/internal/load"
	"github.com/petcare/petcare/cmd/bench/internal/rows"
)

// checked is how many responses of an operation are checked before and after the measurements.
const checked = 40

// check compares responses with what they must contain. It also checks that requests without the key are rejected.
func (s *side) check(ctx context.Context, o operation, questions []question) error {
	c, err := load.Dial(s.address, time.Minute)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, q := range questions[:checked] {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := s.ask(c, q); err != nil {
			return fmt.Errorf("%s: %s: %s %s %s: %w", s.name, o.name, q.method, q.path, q.body, err)
		}
	}
	q := questions[0]
	status, _, err := c.Do(load.NewRequest(s.address, "", q.method, "/v1/accounts/"+s.account+q.path, q.body), 0)
	if err == nil && status != http.StatusUnauthorized {
		err = fmt.Errorf("%s: %s: status %d without a key", s.name, o.name, status)
	}
	return err
}

func (s *side) ask(c *load.Connection, q question) error {
	serial := load.NextSerial()
	status, body, err := c.Do(s.request(q.method, q.path, q.body), serial)
	if err != nil {
		return err
	}
	wanted := http.StatusOK
	if q.method == http.MethodPost {
		wanted = http.StatusCreated
	}
	if status != wanted {
		return fmt.Errorf("status %d: %.500s", status, body)
	}
	want := make([]string, len(q.want))
	for i, w := range q.want {
		want[i] = strings.ReplaceAll(w, load.Serial, fmt.Sprintf("%0*d", len(load.Serial), serial))
	}
	if err := q.right(body, want); err != nil || q.readBack == "" {
		return err
	}
	status, body, err = c.Do(s.request(http.MethodGet, q.readBack, ""), 0)
	if err == nil && (status != http.StatusOK || !bytes.Contains(body, []byte(want[0]))) {
		err = fmt.Errorf("what was written is not there afterwards: status %d: %.500s", status, body)
	}
	return err
}

func (q question) right(body []byte, want []string) error {
	var answer struct{ Data []json.RawMessage }
	if err := json.Unmarshal(body, &answer); err != nil {
		return fmt.Errorf("%w: %.500s", err, body)
	}
	for _, w := range want {
		if !bytes.Contains(body, []byte(w)) {
			return fmt.Errorf("%q is missing: %.500s", w, body)
		}
	}
	if n := len(answer.Data); n < q.count || n > max(q.count, q.most) {
		return fmt.Errorf("%d elements, not %d: %.500s", n, q.count, body)
	}
	for _, element := range answer.Data {
		if !bytes.Contains(bytes.ToLower(element), []byte(q.each)) {
			return fmt.Errorf("%q is not in %s", q.each, element)
		}
	}
	return nil
}

var everybody = sync.OnceValue(func() []rows.Customer {
	list := make([]rows.Customer, rows.Customers)
	for i := range list {
		list[i] = rows.CustomerAt(i + 1)
	}
	return list
})

var found = map[string]int{}

// matching returns how many customers a search must find.
func matching(term string) int {
	n, known := found[term]
	if !known {
		for _, c := range everybody() {
			if c.Matches(term) {
				n++
			}
		}
		found[term] = n
	}
	return n
}
