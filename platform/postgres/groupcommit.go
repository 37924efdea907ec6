package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// groupLockTimeout is how many milliseconds a group waits for a lock. A transaction that has to wait longer does so on its own, so that
// it does not delay the others, and groups that lock the same rows in different orders do not wait for each other.
const groupLockTimeout = "50"

// commitGrouped commits a transaction that consists of these statements together with others ("group commit"): they share the round
// trip and the write to disk. The result is the same as if they had been committed one after the other. If one of them fails, all are
// rolled back and each is committed on its own: done is false then, nothing has been written, and err is why.
func (d *DB) commitGrouped(ctx context.Context, statements []statement) (done bool, err error) {
	if !isGrouped(ctx) {
		return false, nil
	}
	return d.commits.run(&grouped{ctx: ctx, statements: statements})
}

// sendCommits sends a group in one message and reports whether it was committed. The database runs what is sent up to the end of a
// message as one transaction.
func (d *DB) sendCommits(ctx context.Context, list []*grouped) bool {
	conn, free, err := d.borrow(ctx)
	if err != nil {
		for _, t := range list {
			t.alone, t.err = true, err
		}
		return false
	}
	defer free()
	var batch pgx.Batch
	batch.Queue("select set_config('lock_timeout', $1, true)", groupLockTimeout)
	plan := joined(list)
	for _, s := range plan {
		batch.Queue(s.sql, s.args...)
	}
	answers := conn.SendBatch(ctx, &batch)
	var failed statement
	_, err = answers.Exec()
	rows := make([]int64, len(plan))
	for i, s := range plan {
		if err == nil {
			rows[i], err = d.answered(s, conn, answers, false)
			failed = s.statement
		}
	}
	if closed := answers.Close(); err == nil {
		err, failed = closed, statement{}
	}
	alone := pgconn.SafeToRetry(err) || isRolledBack(err) && (len(list) > 1 || Locked(err))
	if err != nil && len(list) == 1 && failed.fail != nil {
		err = failed.fail(err)
	}
	for i, s := range plan {
		if err == nil && s.done != nil {
			s.done(rows[i])
		}
	}
	for _, t := range list {
		t.alone, t.err = alone, err
	}
	return err == nil
}

// groupedStatement is a statement of a group, and the first member that it belongs to.
type groupedStatement struct {
	statement
	of *grouped
}

// answered reads the result of a statement, with its rows or without, and reports it to the tracer.
func (d *DB) answered(s groupedStatement, c *pgx.Conn, answers pgx.BatchResults, hasRows bool) (rows int64, err error) {
	ctx := d.started(s.of.ctx, c, s.statement)
	var tag pgconn.CommandTag
	if hasRows {
		found, _ := answers.Query() // the rows return the same error
		tag, err = read(found, s.of.scan)
	} else {
		tag, err = answers.Exec()
	}
	d.finished(ctx, c, tag, err)
	return tag.RowsAffected(), err
}

// isRolledBack reports whether err means that the database has rolled back the transaction and keeps the connection.
func isRolledBack(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.SeverityUnlocalized == "ERROR"
}
