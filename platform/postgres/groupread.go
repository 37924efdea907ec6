package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// readGrouped reads single records that requests ask for at the same time in one message. If one read fails, each is sent on its own.
func (d *DB) readGrouped(ctx context.Context, s statement, scan func(Scanner) error) error {
	_, inside := stateOf(ctx)
	if !inside && isGrouped(ctx) {
		if done, err := d.reads.run(&grouped{ctx: ctx, statements: []statement{s}, scan: scan}); done {
			return err
		}
	}
	_, err := d.run(ctx, s, scan)
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
	if len(list) == 1 {
		_, err = list[0].statements[0].send(ctx, conn, list[0].scan)
	} else {
		err = d.readAll(ctx, conn, list)
	}
	for _, t := range list {
		t.alone, t.err = err != nil && len(list) > 1, err
	}
	return err == nil
}

func (d *DB) readAll(ctx context.Context, conn *pgx.Conn, list []*grouped) (err error) {
	var batch pgx.Batch
	for _, t := range list {
		batch.Queue(t.statements[0].sql, t.statements[0].args...)
	}
	answers := conn.SendBatch(ctx, &batch)
	for _, t := range list {
		if err == nil {
			_, err = d.answered(groupedStatement{t.statements[0], t}, conn, answers)
		}
	}
	if closed := answers.Close(); err == nil {
		err = closed
	}
	return err
}
