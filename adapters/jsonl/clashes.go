package jsonl

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
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
	for _, c := range clashes {
		lines, faulty, err := r.linesOf(ctx, k, c.Records)
		if err != nil {
			return err
		}
		if faulty || r.faults.full() {
			continue
		}
		for _, id := range c.Blamed(func(id uuid.UUID) bool { return lines[id] > 0 }) {
			r.faults.add(Fault{Line: lines[id], Field: c.Fault.Field, Message: c.Fault.Message})
		}
	}
	return nil
}

// linesOf returns the lines of records, and whether one of these is faulty.
func (r *run) linesOf(ctx context.Context, k int, ids []uuid.UUID) (lines map[uuid.UUID]int, faulty bool, err error) {
	if err := r.indexIDs(ctx); err != nil {
		return nil, false, err
	}
	lines = map[uuid.UUID]int{}
	err = r.db.Rows(ctx, func(row postgres.Scanner) error {
		var id uuid.UUID
		var line int
		var isFaulty bool
		err := row.Scan(&id, &line, &isFaulty)
		lines[id], faulty = line, faulty || isFaulty
		return err
	}, "select id, line, faulty from import_lines where kind = $1 and id = any($2)", k, ids)
	if err != nil {
		return nil, false, fmt.Errorf("look up lines of records: %w", err)
	}
	return lines, faulty, nil
}
