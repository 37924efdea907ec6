package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/jackc/pgx/v5/stdlib"
)

// connPool is the transaction as a gorm.ConnPool. It sends the queued statements before those of gorm.
type connPool struct{ *transaction }

// turn sends the queued statements, and then a query on the connection of the transaction for database/sql.
func turn[R any](ctx context.Context, o connPool, send func(*sql.DB, context.Context, string, ...any) (R, error),
	query string, args []any,
) (none R, err error) {
	if err := o.enter(); err != nil {
		return none, err
	}
	defer o.leave()
	if err := o.flush(ctx); err != nil {
		return none, err
	}
	if err := o.connect(ctx); err != nil {
		return none, err
	}
	if o.session == nil {
		o.session = sql.OpenDB(driverConn{o.conn})
		o.session.SetMaxOpenConns(1)
	}
	return send(o.session, ctx, query, args...)
}

// PrepareContext implements gorm.ConnPool. pgx prepares statements by itself.
func (o connPool) PrepareContext(context.Context, string) (*sql.Stmt, error) { return nil, errNotHere }

// ExecContext implements gorm.ConnPool.
func (o connPool) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return turn(ctx, o, (*sql.DB).ExecContext, query, args)
}

// QueryContext implements gorm.ConnPool.
func (o connPool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return turn(ctx, o, (*sql.DB).QueryContext, query, args)
}

// QueryRowContext implements gorm.ConnPool. If a queued statement fails, the row returns its error.
func (o connPool) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	send := func(s *sql.DB, ctx context.Context, query string, args ...any) (*sql.Row, error) {
		return s.QueryRowContext(ctx, query, args...), nil
	}
	row, err := turn(ctx, o, send, query, args)
	if err != nil { // only a failing query gives a row with an error
		s := sql.OpenDB(failing{err})
		defer func() { _ = s.Close() }()
		row = s.QueryRowContext(ctx, query, args...)
	}
	return row
}

// failing is a driver.Connector whose connections fail with an error.
type failing struct{ err error }

// Connect implements driver.Connector.
func (f failing) Connect(context.Context) (driver.Conn, error) { return nil, f.err }

// Driver implements driver.Connector.
func (f failing) Driver() driver.Driver { return stdlib.GetDefaultDriver() }
