package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/petcare/petcare/cmd/bench/internal/rows"
)

const accountCode = "bench"

// openPetcare fills an account with the command line, starts the program, and reads the ids of the records over HTTP.
func openPetcare(ctx context.Context, folder, binary string, wanted records) (*side, error) {
	s, err := openSide(ctx, folder, "petcare")
	if err != nil {
		return nil, err
	}
	if err := s.fillPetcare(ctx, binary, wanted); err != nil {
		return s, err
	}
	if err := s.settle(ctx); err != nil {
		return s, err
	}
	if err := s.serve(ctx, "/readyz", s.environment(), binary, "serve"); err != nil {
		return s, err
	}
	return s, s.findIDs(wanted)
}

// environment does not include the caller's settings.
func (s *side) environment() []string {
	var list []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "PETCARE_") {
			list = append(list, v)
		}
	}
	return append(list, "PETCARE_DATABASE_URL="+s.database, "PETCARE_DATA_DIR="+filepath.Join(s.folder, "data"), "PETCARE_ADDRESS="+s.address,
		"PETCARE_METRICS_ADDRESS=", "PETCARE_RATE_LIMIT=0", "PETCARE_LOG_FORMAT=json")
}

func (s *side) fillPetcare(ctx context.Context, binary string, wanted records) error {
	var err error
	if s.address, err = freeAddress(); err != nil {
		return err
	}
	run := func(into any, args ...string) error {
		c := exec.CommandContext(ctx, binary, args...)
		c.Env = s.environment()
		var out, said bytes.Buffer
		c.Stdout, c.Stderr = &out, &said
		if err := c.Run(); err != nil {
			return fmt.Errorf("petcare %s: %w: %.2000s%.2000s", args[0], err, &said, &out)
		}
		if into == nil {
			return nil
		}
		return json.Unmarshal(out.Bytes(), into)
	}
	var account struct{ ID string }
	var key struct{ Key string }
	file := filepath.Join(s.folder, "records.jsonl")
	if err := run(nil, "migrate"); err != nil {
		return err
	}
	if err := run(&account, "accounts", "create", "--organization", "Bench", "--code", accountCode, "--name", "Bench",
		"--timezone", "Europe/London", "--currency", "GBP", "--country", "GB", "--json"); err != nil {
		return err
	}
	if err := run(&key, "keys", "create", "--organization", "Bench", "--name", "bench", "--ability", "*", "--json"); err != nil {
		return err
	}
	s.account, s.key = account.ID, key.Key
	if err := writeRecords(file, wanted); err != nil {
		return err
	}
	return run(nil, "import", "--account", accountCode, file)
}

// findIDs reads the lists and identifies the records by external ids and order numbers.
func (s *side) findIDs(wanted records) error {
	s.customers, s.pets, s.orders = make([]string, rows.Customers), make([]string, rows.Pets), make([]string, rows.Orders)
	s.vaccines = map[string]string{}
	if err := s.walk("/customers?limit=200", func(c listed) { place(s.customers, c.ExternalID, c.ID) }); err != nil {
		return err
	}
	if err := s.walk("/pets?limit=200", func(p listed) { place(s.pets, p.ExternalID, p.ID) }); err != nil {
		return err
	}
	if wanted.orders {
		if err := s.walk("/orders?limit=200", func(o listed) { place(s.orders, o.Number, o.ID) }); err != nil {
			return err
		}
	}
	if err := s.walk("/vaccinationTypes", func(v listed) { s.vaccines[v.Name] = v.ID }); err != nil {
		return err
	}
	return s.findPages()
}

// place stores an id at the number that ends its name.
func place(ids []string, name, id string) {
	_, digits, _ := strings.Cut(name, "-")
	if n, err := strconv.Atoi(digits); err == nil && n >= 1 && n <= len(ids) {
		ids[n-1] = id
	}
}

// findPages stores the cursors of the requested pages.
func (s *side) findPages() (err error) {
	if s.pages.customers, err = s.cursors(fmt.Sprintf("/customers?limit=%d", pageSize), "cursor", allPages); err != nil {
		return err
	}
	if s.pages.pets, err = s.cursors(fmt.Sprintf("/pets?limit=%d", pageSize), "cursor", nearPages); err != nil {
		return err
	}
	s.pages.feed, err = s.cursors(fmt.Sprintf("/events?limit=%d", feedSize), "after", feedPages)
	return err
}

// cursors returns the cursors of the first n pages of a list, as a query parameter.
func (s *side) cursors(path, parameter string, n int) (page func(n int) string, err error) {
	list := []string{""}
	err = s.walkBy(parameter, path, func(p listPage) bool {
		if p.Next != nil {
			list = append(list, "&"+parameter+"="+url.QueryEscape(*p.Next))
		}
		return len(list) < n
	})
	if err == nil && len(list) < n {
		err = fmt.Errorf("petcare has only %d pages of %s", len(list), path)
	}
	return func(n int) string { return list[n-1] }, err
}
