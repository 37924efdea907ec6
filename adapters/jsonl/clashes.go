package jsonl

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// reportClashes reports the lines whose records contradict others, once all lines of their type are applied. If one of the records has a
// faulty line, which was not applied, the contradiction may only be a consequence.
func (r *run) reportClashes(ctx context.Context, k int) error {
	if r.kinds[k].Clashes == nil {
		return nil
	}
	clashes, err := r.kinds[k].Clashes(ctx, r.job.Account)
	if err != nil {
		return fmt.Errorf("look for contradictions between records of type %s: %w", r.kinds[k].Name, err)
	}
	var records []uuid.UUID
	for _, c := range clashes {
		records = append(records, c.Records...)
	}
	lines, faulty, err := r.linesOf(ctx, k, records)
	if err != nil {
		return err
	}
	for _, c := range clashes {
		if slices.ContainsFunc(c.Records, func(id uuid.UUID) bool { return faulty[id] }) {
			continue
		}
		for _, line := range c.Blamed(func(id uuid.UUID) int { return lines[id] }) {
			r.faults.add(Fault{Line: line, Field: c.Fault.Field, Message: c.Fault.Message})
		}
	}
	return nil
}

// linesOf returns the lines of records, and which of these are faulty.
func (r *run) linesOf(ctx context.Context, k int, records []uuid.UUID) (lines map[uuid.UUID]int, faulty map[uuid.UUID]bool, err error) {
	if len(records) == 0 {
		return nil, nil, nil
	}
	if err := r.indexIDs(ctx); err != nil {
		return nil, nil, err
	}
	lines, faulty = map[uuid.UUID]int{}, map[uuid.UUID]bool{}
	found, err := r.linesWith(ctx, k, records)
	if err != nil {
		return nil, nil, fmt.Errorf("look up lines of records: %w", err)
	}
	for _, l := range found {
		lines[l.ID], faulty[l.ID] = l.Line, l.Faulty
	}
	return lines, faulty, nil
}
