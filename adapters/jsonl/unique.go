package jsonl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// reportTaken reports lines of a batch whose unique value an earlier line or a record outside the file has. It does not matter whether
// the record of another line has it still: that line gives it up, or has a fault, too.
func (r *run) reportTaken(ctx context.Context, k int, lines []decoded) error {
	unique := r.kinds[k].Unique
	if unique == nil {
		return nil
	}
	holders, err := r.holdersOutside(ctx, k, lines)
	if err != nil {
		return fmt.Errorf("look for records with the same %s: %w", unique.Field, err)
	}
	for i := range lines {
		l := &lines[i]
		_, outside := holders[l.Value]
		switch l.taken = true; {
		case l.Earlier > 0:
			r.faults.add(Fault{Line: l.Line, Field: unique.Field, Code: "not_unique", Message: "is that", Earlier: l.Earlier,
				Type: r.kinds[k].Name})
		case outside:
			r.faults.add(Fault{Line: l.Line, Field: unique.Field, Code: "duplicate", Message: unique.Taken, Type: r.kinds[k].Name})
		default:
			l.taken = false
		}
	}
	return nil
}

// keeps reports whether a line leaves a value of its record as it is.
func (s staged) keeps(field string) bool {
	return s.Given != "" && !slices.Contains(strings.Fields(s.Given), field)
}

// holdersOutside returns the records of the account that have a value of the lines, and do not get another one from the file.
func (r *run) holdersOutside(ctx context.Context, k int, lines []decoded) (map[string]uuid.UUID, error) {
	var values []string
	for _, l := range lines {
		if l.Value != "" {
			values = append(values, l.Value)
		}
	}
	if r.kinds[k].Unique.Holders == nil || len(values) == 0 {
		return nil, nil
	}
	holders, err := r.kinds[k].Unique.Holders(ctx, r.job.Account, values)
	if err != nil {
		return nil, err
	}
	for _, l := range lines { // most have their values already
		if holders[l.Value] == l.ID {
			delete(holders, l.Value)
		}
	}
	inFile, err := r.byID(ctx, k, slices.Collect(maps.Values(holders)))
	for value, id := range holders {
		if s, ok := inFile[id]; ok && !s.keeps(r.kinds[k].Unique.Field) {
			delete(holders, value)
		}
	}
	return holders, err
}
