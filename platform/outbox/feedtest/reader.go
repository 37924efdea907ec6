package feedtest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/google/uuid"
)

// Source reads the page after a cursor; "" is the beginning.
type Source func(ctx context.Context, after string) (Page, error)

// Page is a page of the feed.
type Page struct {
	Events []json.RawMessage `json:"data"`
	Next   string            `json:"next_cursor"`
	More   bool              `json:"has_more"`
}

// Reader builds a copy of the records from the feed. Like a client, it stores its copy and its cursor together after each page.
type Reader struct {
	source Source
	cursor string
	copies map[uuid.UUID]int64
	Events int
	Faults []string // violations of the feed's promises
}

// NewReader returns a Reader at the beginning.
func NewReader(source Source) *Reader {
	return &Reader{source: source, copies: map[uuid.UUID]int64{}}
}

// Step reads a page. At random, the reader is killed before it stores the page.
func (r *Reader) Step(ctx context.Context) (more bool, err error) {
	page, err := r.source(ctx, r.cursor)
	if err != nil || rand.IntN(10) == 0 {
		return true, err
	}
	for _, text := range page.Events {
		var e struct {
			Type string `json:"type"`
			Data struct {
				Object object `json:"object"`
			} `json:"data"`
		}
		if err := json.Unmarshal(text, &e); err != nil {
			return true, err
		}
		if slices.Contains(Types, e.Type) { // an account has others, such as of its keys
			r.apply(e.Data.Object.ID, e.Data.Object.Version)
		}
	}
	r.Events += len(page.Events)
	r.cursor = page.Next
	return page.More, nil
}

// apply reports lost, repeated and early changes of a record.
func (r *Reader) apply(record uuid.UUID, version int64) {
	if before := r.copies[record]; version != before+1 && len(r.Faults) < 20 {
		r.Faults = append(r.Faults, fmt.Sprintf("version %d of %s comes after %d", version, record, before))
	}
	r.copies[record] = version
}

// Compare returns the differences between the copy and the true versions.
func (r *Reader) Compare(truth map[uuid.UUID]int64) []string {
	faults := r.Faults
	if !maps.Equal(r.copies, truth) {
		missing := 0
		for id, version := range truth {
			if r.copies[id] != version {
				missing++
			}
		}
		faults = append(faults, fmt.Sprintf("%d of %d records are not as they are", missing, len(truth)))
	}
	return faults
}
