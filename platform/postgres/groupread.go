package postgres

import (
	"context"
	"slices"
)

// readGrouped reads single records and short lists that requests ask for at the same time in one message, each with the checks that wait
// for it (see Together). If one read fails, each is sent on its own: reset undoes what scan has done before.
func (d *DB) readGrouped(ctx context.Context, query string, args []any, scan func(Scanner) error, reset func()) error {
	s := statement{sql: query, args: args, scan: scan}
	statements := []statement{s}
	t, inside := stateOf(ctx)
	if inside {
		statements = append(slices.Clip(t.later), s)
	}
	if isGrouped(ctx) && (!inside || t.opening == 0 && t.sent == 0) {
		if done, err := d.reads.run(&grouped{ctx: ctx, statements: statements}); done {
			if inside {
				t.later = nil
			}
			return err
		}
		reset()
	}
	_, err := d.run(ctx, s)
	return err
}

// sendReads sends reads in one message and reports whether all succeeded.
func (d *DB) sendReads(ctx context.Context, list []*grouped) bool {
	for _, t := range list {
		t.alone = true // also after a panic in the scan of another one
	}
	conn, free, err := d.borrow(ctx)
	if err != nil {
		return false
	}
	defer free()
	var all []statement
	for _, t := range list {
		for _, s := range t.statements {
			s.ctx = t.ctx
			all = append(all, s)
		}
	}
	_, err = d.sendTogether(ctx, conn, all)
	for _, t := range list {
		t.alone, t.err = err != nil && len(list) > 1, err
	}
	return err == nil
}
