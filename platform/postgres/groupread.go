package postgres

import (
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// readGrouped reads single records and short lists that requests ask for at the same time in one message, each with the checks that wait
// for it (see Together). If one read fails, each is sent on its own: reset undoes what scan has done before.
func (d *DB) readGrouped(ctx context.Context, s statement, reset func()) error {
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
	_, err = d.sendTogether(ctx, conn, joinedReads(list))
	for _, t := range list {
		t.alone, t.err = err != nil && len(list) > 1, err
	}
	return err == nil
}

// joinedReads are the statements of a group of reads. Records of one table are read by one of them.
func joinedReads(list []*grouped) (plan []statement) {
	var gets [][]statement
	for _, t := range list {
		for _, s := range t.statements {
			s.ctx = t.ctx
			i := slices.IndexFunc(gets, func(of []statement) bool { return of[0].gets == s.gets })
			switch {
			case s.gets == "":
				plan = append(plan, s)
			case i < 0:
				gets = append(gets, []statement{s})
			default:
				gets[i] = append(gets[i], s)
			}
		}
	}
	for _, of := range gets {
		plan = append(plan, joinedGets(of))
	}
	return plan
}

// joinedGets reads what several Table.Get read.
func joinedGets(list []statement) statement {
	if len(list) == 1 {
		return list[0]
	}
	accounts, ids := make([]uuid.UUID, len(list)), make([]uuid.UUID, len(list))
	for i, s := range list {
		accounts[i], ids[i] = s.args[0].(uuid.UUID), s.args[1].(uuid.UUID)
	}
	return statement{sql: list[0].gets, args: []any{accounts, ids}, joined: list, scan: func(row Scanner) error {
		place, err := lastNumber(row.(pgx.Rows))
		if err != nil {
			return err
		}
		return list[place-1].scan(row)
	}}
}

// lastNumber reads the last column of a row.
func lastNumber(row pgx.Rows) (int64, error) {
	values, fields := row.RawValues(), row.FieldDescriptions()
	value := values[len(values)-1]
	if fields[len(fields)-1].Format == pgtype.BinaryFormatCode {
		return integer(value), nil
	}
	return strconv.ParseInt(string(value), 10, 64)
}
