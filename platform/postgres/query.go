package postgres

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/petcare/petcare/platform/tx"
)

// Hand-written statements: with $1 parameters, slices as arrays, inside the transaction of ctx. The hot lists use
// them (a scan by hand costs half of a gorm Find), and whatever is set-based.

// Unprepared as the first argument of a query has it planned for its values, each time. Otherwise the database may settle
// for one plan for all values, which serves a search for a rare word and one for a common word equally badly.
const Unprepared = pgx.QueryExecModeExec

// Scanner reads the columns of one row.
type Scanner interface{ Scan(into ...any) error }

// Rows runs a query and calls scan for each row. scan must not run statements: the connection is busy with this one.
func (d *DB) Rows(ctx context.Context, scan func(Scanner) error, query string, args ...any) error {
	_, err := d.run(ctx, statement{sql: query, args: args}, func(row Scanner) error {
		if err := scan(row); err != nil {
			return fmt.Errorf("read a row: %w", err)
		}
		return nil
	})
	return err
}

// Row is a query for one row, which runs when it is scanned: with sql.ErrNoRows when there is none (see NoRow).
func (d *DB) Row(ctx context.Context, query string, args ...any) Scanner {
	return rowScan(func(into ...any) error {
		found := false
		_, err := d.run(ctx, statement{sql: query, args: args}, func(row Scanner) error {
			if found {
				return nil
			}
			found = true
			return row.Scan(into...)
		})
		if err == nil && !found {
			return sql.ErrNoRows
		}
		return err
	})
}

type rowScan func(into ...any) error

// Scan implements Scanner.
func (scan rowScan) Scan(into ...any) error { return scan(into...) }

// Exec runs a statement and says how many rows it changed.
func (d *DB) Exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = d.checked(ctx, func(ctx context.Context) (err error) {
		n, err = d.run(ctx, statement{sql: query, args: args}, nil)
		return err
	})
	return n, err
}

// checked gives a write that has no transaction one where tx.Before has a check.
func (d *DB) checked(ctx context.Context, write func(ctx context.Context) error) error {
	if _, ok := stateOf(ctx); !ok && tx.Checked(ctx) {
		return d.InTx(ctx, write)
	}
	return write(ctx)
}

// Queue runs a statement whose answer nobody waits for: it goes to the database with the next statement of the
// transaction, with the commit at the latest. done, which may be nil, hears how many rows it changed. When it fails, so does
// the statement that it went with; it must have no errors that a use case would want to know. Without a transaction it runs at once.
func (d *DB) Queue(ctx context.Context, done func(rows int64), query string, args ...any) error {
	return d.queue(ctx, statement{sql: query, args: args, done: done})
}

// Write queues a statement that an input can make fail, such as by a constraint: fail says what that means to the use case. The
// failure comes with the next statement that is waited for, the end of the use case at the latest.
func (d *DB) Write(ctx context.Context, fail func(error) error, query string, args ...any) error {
	return d.queue(ctx, statement{sql: query, args: args, fail: fail})
}

func (d *DB) queue(ctx context.Context, next statement) error {
	return d.checked(ctx, func(ctx context.Context) error {
		if t, ok := stateOf(ctx); ok {
			return t.wait(ctx, next)
		}
		_, err := d.run(ctx, next, nil)
		return err
	})
}

// run sends a statement in the transaction of ctx, or by itself where there is none. scan may be nil.
func (d *DB) run(ctx context.Context, s statement, scan func(Scanner) error) (rows int64, err error) {
	if t, ok := stateOf(ctx); ok {
		return t.run(ctx, s, scan)
	}
	conn, free, err := d.connection(ctx)
	if err != nil {
		return 0, err
	}
	defer free()
	return onto(conn, func(c *pgx.Conn) (int64, error) { return s.send(ctx, c, scan) })
}
