package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// groupLockTimeout is how many milliseconds a group waits for a lock. A transaction that has to wait longer does so on its own, so that
// it does not delay the others, and groups that lock the same rows in different orders do not wait for each other.
const groupLockTimeout = "50"

// maxLeftOut is how many transactions are left out of a group before each of the rest is committed on its own.
const maxLeftOut = 4

// commitGrouped commits a transaction that consists of these statements together with others ("group commit"): they share the round
// trip and the write to disk. The result is the same as if they had been committed one after the other. If one of them fails, all are
// rolled back and the group is sent again without it. done is false if the transaction has to be committed on its own: nothing has
// been written then, and err is why. The error of a flat transaction that was rolled back is errSpoiled.
func (d *DB) commitGrouped(ctx context.Context, statements []statement, flat bool) (done bool, err error) {
	if !isGrouped(ctx) {
		return false, nil
	}
	return d.commits.run(&grouped{ctx: ctx, statements: statements, flat: flat})
}

// several stands for the members of a group whose writes of records are one statement.
var several = new(grouped)

// sendCommits sends a group and reports whether it was committed, apart from those that were left out.
func (d *DB) sendCommits(ctx context.Context, list []*grouped) bool {
	conn, free, err := d.borrow(ctx)
	if err != nil {
		for _, t := range list {
			t.alone, t.err = true, err
		}
		return false
	}
	defer free()
	apart := len(list) == 1
	for n := 0; ; n++ {
		failed, err := d.sendCommit(ctx, conn, list, apart)
		switch {
		case failed == several:
			apart = true // to learn which
		case failed == nil || len(list) == 1 || n == maxLeftOut:
			return err == nil
		default:
			list = slices.DeleteFunc(slices.Clone(list), func(t *grouped) bool { return t == failed })
		}
	}
}

// sendCommit sends a group in one message, with the writes of records apart or joined, and returns the member that has failed, unless
// others may have caused it. The database runs what is sent up to the end of a message as one transaction.
func (d *DB) sendCommit(ctx context.Context, conn *pgx.Conn, list []*grouped, apart bool) (failed *grouped, err error) {
	plan := append(make([]statement, 0, usual+len(list)),
		statement{sql: "select set_config('lock_timeout', $1, true)", args: []any{groupLockTimeout}})
	plan = appendJoined(plan, list, apart)
	rows, err := d.results(send(ctx, conn, plan))
	alone := pgconn.SafeToRetry(err) || isRolledBack(err) && (len(list) > 1 || Locked(err))
	switch {
	case err == nil:
		for i := range plan {
			_, _ = plan[i].answered(rows[i], nil)
		}
	case len(rows) < len(plan):
		if isRolledBack(err) && !Locked(err) {
			failed = plan[len(rows)].of
		}
		if len(list) == 1 {
			isUndone := isRolledBack(err)
			if _, err = plan[len(rows)].answered(0, err); list[0].flat && isUndone {
				err = errSpoiled(err)
			}
		}
	}
	for _, t := range list {
		t.alone, t.err = alone, err
	}
	return failed, err
}

// isRolledBack reports whether err means that the database has rolled back the transaction and keeps the connection.
func isRolledBack(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.SeverityUnlocalized == "ERROR"
}
