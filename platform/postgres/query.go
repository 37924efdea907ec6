package postgres

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// These functions run hand-written SQL with $1 parameters, and slices as arrays, in the transaction of ctx. Frequent lists use
// them, because they take half the time of a gorm Find, and so do statements that change many rows.

// Unprepared as the first argument of a query makes the database plan it for its values each time. Otherwise the database may
// use one generic plan, which is bad for text searches: rare and common words need different plans.
const Unprepared = pgx.QueryExecModeCacheDescribe

// Scanner reads the columns of one row.
type Scanner interface{ Scan(into ...any) error }

// Rows runs a query and calls scan for each row. scan must not run statements, because the connection is busy.
func (d *DB) Rows(ctx context.Context, scan func(Scanner) error, query string, args ...any) error {
	_, err := d.run(ctx, statement{sql: query, args: args, scan: func(row Scanner) error {
		if err := scan(row); err != nil {
			return fmt.Errorf("read a row: %w", err)
		}
		return nil
	}})
	return err
}

// Column returns what a query with one column finds, in its order; never nil.
func Column[T any](ctx context.Context, d *DB, query string, args ...any) ([]T, error) {
	list := []T{}
	err := d.Rows(ctx, func(row Scanner) error { return row.Scan(another(&list)) }, query, args...)
	return list, err
}

// Map returns what a query with two columns finds, the second by the first; never nil.
func Map[K comparable, V any](ctx context.Context, d *DB, query string, args ...any) (map[K]V, error) {
	found := map[K]V{}
	err := d.Rows(ctx, func(row Scanner) error {
		var key K
		var value V
		err := row.Scan(&key, &value)
		found[key] = value
		return err
	}, query, args...)
	return found, err
}

// IDs is Column for ids.
func (d *DB) IDs(ctx context.Context, query string, args ...any) ([]uuid.UUID, error) {
	return Column[uuid.UUID](ctx, d, query, args...)
}

// Row returns a query for one row. Scan runs it and fails with sql.ErrNoRows when there is no row (see NoRow).
func (d *DB) Row(ctx context.Context, query string, args ...any) Scanner {
	return oneRow(func(scan func(Scanner) error, _ func()) error {
		_, err := d.run(ctx, statement{sql: query, args: args, scan: scan})
		return err
	})
}

// ShortRow is Row for a query that takes the database no longer than to find some rows by a key. Outside of transactions, those that
// requests send at the same time go in one message.
func (d *DB) ShortRow(ctx context.Context, query string, args ...any) Scanner {
	return oneRow(func(scan func(Scanner) error, reset func()) error {
		return d.readGrouped(ctx, statement{sql: query, args: args, scan: scan}, reset)
	})
}

// ShortRows is Rows for such a query. If a read of another request fails, scan gets the rows once more, from the first.
func (d *DB) ShortRows(ctx context.Context, scan func(Scanner) error, query string, args ...any) error {
	return d.readGrouped(ctx, statement{sql: query, args: args, scan: scan}, func() {})
}

// oneRow scans the first row of what run reads. reset makes the next row the first once more.
func oneRow(run func(scan func(Scanner) error, reset func()) error) Scanner {
	return rowScan(func(into ...any) error {
		found := false
		err := run(func(row Scanner) error {
			if found {
				return nil
			}
			found = true
			return row.Scan(into...)
		}, func() { found = false })
		if err == nil && !found {
			return sql.ErrNoRows
		}
		return err
	})
}

type rowScan func(into ...any) error

// Scan implements Scanner.
func (scan rowScan) Scan(into ...any) error { return scan(into...) }

// Exec runs a statement and returns how many rows it changed.
func (d *DB) Exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = d.checked(ctx, func(ctx context.Context) (err error) {
		n, err = d.run(ctx, statement{sql: query, args: args})
		return err
	})
	return n, err
}

// checked runs a write without a transaction in one if tx.Before has set a check.
func (d *DB) checked(ctx context.Context, write func(ctx context.Context) error) error {
	if _, ok := stateOf(ctx); !ok && tx.Checked(ctx) {
		return d.InTx(ctx, write)
	}
	return write(ctx)
}

// Queue queues a statement and does not wait for its result: it is sent with the next statement of the transaction, or with the
// commit. done, which may be nil, gets the number of changed rows. When it fails, the statement sent with it fails too, so use Write
// for statements with errors that a use case handles. Without a transaction it runs at once. A statement that begins with "select"
// has no effect but locks: a group of transactions (see groupcommit.go) sends equal ones once.
func (d *DB) Queue(ctx context.Context, done func(rows int64), query string, args ...any) error {
	next := statement{sql: query, args: args, done: done}
	next.shared = done == nil && next.isRead()
	return d.queue(ctx, next)
}

// Lock queues an exclusive advisory lock, which is held until the transaction ends. It is for what has no row to lock. Only the
// statements after it see what was committed while it waited. Keys with the same hash wait for each other, which is harmless. All
// running versions of the program must use the same key.
func (d *DB) Lock(ctx context.Context, key string) error {
	return d.lock(ctx, "select pg_advisory_xact_lock(hashtextextended($1, 0))", key)
}

// LockShared is Lock for a shared lock, which waits only for exclusive ones.
func (d *DB) LockShared(ctx context.Context, key string) error {
	return d.lock(ctx, "select pg_advisory_xact_lock_shared(hashtextextended($1, 0))", key)
}

func (d *DB) lock(ctx context.Context, query, key string) error {
	if err := d.Queue(ctx, nil, query, key); err != nil {
		return fmt.Errorf("lock %q: %w", key, err)
	}
	return nil
}

// QueueRows is Rows for a query that is sent with the next statement of the transaction or of Together, which returns its error.
func (d *DB) QueueRows(ctx context.Context, scan func(Scanner) error, query string, args ...any) error {
	return d.queue(ctx, statement{sql: query, args: args, scan: scan})
}

// Require queues a query that fails with a division by zero (see DividesByZero) unless something is there, such as the record that a
// new one belongs to. It is Write for a query of which a group sends equal ones once, so the result must not depend on what the other
// members insert. Without a transaction it is sent like a ShortRow.
func (d *DB) Require(ctx context.Context, fail func(error) error, query string, args ...any) error {
	return d.queue(ctx, statement{sql: query, args: args, fail: fail, shared: true, joins: true})
}

// Write queues a statement that can fail because of an input, such as by a constraint. fail translates that error for the use case.
// The error is returned by the next statement with a result, or at the end of the use case.
func (d *DB) Write(ctx context.Context, fail func(error) error, query string, args ...any) error {
	return d.queue(ctx, statement{sql: query, args: args, fail: fail})
}

func (d *DB) queue(ctx context.Context, next statement) error {
	return d.checked(ctx, func(ctx context.Context) error {
		if t, ok := stateOf(ctx); ok {
			if err := t.enter(); err != nil {
				return err
			}
			defer t.leave()
			return t.wait(ctx, next)
		}
		if next.joins {
			return d.readGrouped(ctx, next, func() {})
		}
		_, err := d.run(ctx, next)
		return err
	})
}

// run sends a statement in the transaction of ctx, or on its own without one.
func (d *DB) run(ctx context.Context, s statement) (rows int64, err error) {
	if t, ok := stateOf(ctx); ok {
		if err := t.enter(); err != nil {
			return 0, err
		}
		defer t.leave()
		return t.run(ctx, s)
	}
	conn, free, err := d.borrow(ctx)
	if err != nil {
		return 0, err
	}
	defer free()
	return s.send(ctx, conn)
}
