package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/jackc/pgx/v5/stdlib"
)

// connPool is the transaction as a gorm.ConnPool. It sends the queued statements before those of gorm.
type connPool struct{ *transaction }

// turn sends the queued statements and returns the connection of the transaction for database/sql.
func (o connPool) turn(ctx context.Context) (*sql.DB, error) {
	err := o.flush(ctx)
	if err == nil {
		err = o.connect(ctx)
	}
	if err == nil && o.session == nil {
		o.session = sql.OpenDB(driverConn{o.conn})
		o.session.SetMaxOpenConns(1)
	}
	return o.session, err
}

// PrepareContext implements gorm.ConnPool. pgx prepares statements by itself.
func (o connPool) PrepareContext(context.Context, string) (*sql.Stmt, error) { return nil, errNotHere }

// ExecContext implements gorm.ConnPool.
func (o connPool) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := o.turn(ctx)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, query, args...)
}

// QueryContext implements gorm.ConnPool.
func (o connPool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := o.turn(ctx)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, query, args...)
}

// QueryRowContext implements gorm.ConnPool. If a queued statement fails, the row returns its error.
func (o connPool) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := o.turn(ctx)
	if err != nil { // only a failing query gives a row with an error
		s = sql.OpenDB(failing{err})
		defer func() { _ = s.Close() }()
	}
	return s.QueryRowContext(ctx, query, args...)
}

// failing is a driver.Connector whose connections fail with an error.
type failing struct{ err error }

// Connect implements driver.Connector.
func (f failing) Connect(context.Context) (driver.Conn, error) { return nil, f.err }

// Driver implements driver.Connector.
func (f failing) Driver() driver.Driver { return stdlib.GetDefaultDriver() }
