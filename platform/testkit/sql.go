package testkit

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/petcare/petcare/platform/postgres"
)

// Exec runs a statement with $1 parameters, in the transaction of ctx if it has one, and returns how many rows it changed.
func Exec(ctx context.Context, db *postgres.DB, statement string, args ...any) (int64, error) {
	g := db.In(ctx)
	if g.Error != nil {
		return 0, g.Error
	}
	result, err := g.Statement.ConnPool.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Each runs a query like Exec and calls scan for each row.
func Each(ctx context.Context, db *postgres.DB, scan func(Row) error, query string, args ...any) error {
	g := db.In(ctx)
	if g.Error != nil {
		return g.Error
	}
	rows, err := g.Statement.ConnPool.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(Row{rows.Scan}); err != nil {
			return err
		}
	}
	return rows.Err()
}

// One is a query for one row. Scan runs it and fails with sql.ErrNoRows when there is none.
func One(ctx context.Context, db *postgres.DB, query string, args ...any) Row {
	return Row{func(into ...any) error {
		found := false
		err := Each(ctx, db, func(r Row) error {
			if found {
				return nil
			}
			found = true
			return r.scan(into...)
		}, query, args...)
		if err == nil && !found {
			return sql.ErrNoRows
		}
		return err
	}}
}

// Column returns what a query with one column finds.
func Column[T any](ctx context.Context, db *postgres.DB, query string, args ...any) ([]T, error) {
	list := []T{}
	err := Each(ctx, db, func(r Row) error {
		var v T
		err := r.Scan(&v)
		list = append(list, v)
		return err
	}, query, args...)
	return list, err
}

// Row is a row of a query.
type Row struct {
	scan func(into ...any) error
}

// Scan reads the columns, arrays included.
func (r Row) Scan(into ...any) error {
	types := pgtype.NewMap()
	for i, v := range into {
		switch v.(type) {
		case *[]string, *[]int64, *[][16]byte:
			into[i] = types.SQLScanner(v)
		}
	}
	return r.scan(into...)
}

// Exec runs a statement and returns how many rows it changed.
func (k *Kit) Exec(statement string, args ...any) int64 {
	k.Helper()
	n, err := Exec(k.Context(), k.DB, statement, args...)
	if err != nil {
		k.Fatalf("%s: %v", statement, err)
	}
	return n
}

// ExecOnDisk is Exec for rows that the next vacuum is to mark as seen by all: it leaves out those whose commit is not on disk yet.
func (k *Kit) ExecOnDisk(statement string, args ...any) {
	k.Helper()
	if err := k.DB.InTx(k.Context(), func(ctx context.Context) error {
		if _, err := Exec(ctx, k.DB, "set local synchronous_commit = on"); err != nil {
			return err
		}
		_, err := Exec(ctx, k.DB, statement, args...)
		return err
	}); err != nil {
		k.Fatalf("%s: %v", statement, err)
	}
}

// Count runs a query that returns one number.
func (k *Kit) Count(query string, args ...any) (n int) {
	k.Helper()
	if err := One(k.Context(), k.DB, query, args...).Scan(&n); err != nil {
		k.Fatalf("%s: %v", query, err)
	}
	return n
}
