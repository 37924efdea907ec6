package postgres

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Hand-written statements: with $1 parameters, slices as arrays, inside the transaction of ctx. The hot lists use
// them (a scan by hand costs half of a gorm Find), and whatever is set-based.

// FreshPlan as the first argument of a query has it planned for its values, each time. Otherwise the database may settle
// for one plan for all values, which serves a search for a rare word and one for a common word equally badly.
const FreshPlan = pgx.QueryExecModeExec

// Scanner reads the columns of one row.
type Scanner interface{ Scan(into ...any) error }

// Rows runs a query and calls scan for each row.
func (d *DB) Rows(ctx context.Context, scan func(Scanner) error, query string, args ...any) error {
	rows, err := d.conn(ctx).QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("read a row: %w", err)
		}
	}
	return rows.Err()
}

// Row runs a query for one row; its Scan answers sql.ErrNoRows when there is none (see NoRow).
func (d *DB) Row(ctx context.Context, query string, args ...any) *sql.Row {
	return d.conn(ctx).QueryRowContext(ctx, query, args...)
}

// Exec runs a statement and says how many rows it changed.
func (d *DB) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := d.conn(ctx).ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
