package postgres

import (
	"context"
	"database/sql"
)

// ordered is the transaction as gorm sends to it: what waits goes first.
type ordered struct{ *transaction }

// turn sends what waits, and is the connection of the transaction as database/sql knows it.
func (o ordered) turn(ctx context.Context) (*sql.DB, error) {
	err := o.flush(ctx)
	if err == nil {
		err = o.connect(ctx)
	}
	if err == nil && o.session == nil {
		o.session = sql.OpenDB(lent{o.conn})
		o.session.SetMaxOpenConns(1)
	}
	return o.session, err
}

// PrepareContext implements gorm.ConnPool.
func (o ordered) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	s, err := o.turn(ctx)
	if err != nil {
		return nil, err
	}
	return s.PrepareContext(ctx, query)
}

// ExecContext implements gorm.ConnPool.
func (o ordered) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := o.turn(ctx)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, query, args...)
}

// QueryContext implements gorm.ConnPool.
func (o ordered) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := o.turn(ctx)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, query, args...)
}

// QueryRowContext implements gorm.ConnPool. When what waited fails, so does the row.
func (o ordered) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := o.turn(ctx)
	if err != nil { // only a query that fails makes a row that fails
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		return o.db.sql.QueryRowContext(ctx, query)
	}
	return s.QueryRowContext(ctx, query, args...)
}
