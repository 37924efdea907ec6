package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
)

// driverConn is the connection of a transaction as a driver.Conn, which gorm uses through database/sql. Close leaves it open.
type driverConn struct{ conn *pgx.Conn }

// Connect implements driver.Connector.
func (l driverConn) Connect(context.Context) (driver.Conn, error) { return l, nil }

// Driver implements driver.Connector.
func (l driverConn) Driver() driver.Driver { return stdlib.GetDefaultDriver() }

// Close implements driver.Conn.
func (l driverConn) Close() error { return nil }

var errNotHere = errors.New("a transaction sends statements as they are")

// Prepare implements driver.Conn.
func (l driverConn) Prepare(string) (driver.Stmt, error) { return nil, errNotHere }

// Begin implements driver.Conn.
func (l driverConn) Begin() (driver.Tx, error) { return nil, errNotHere }

// CheckNamedValue implements driver.NamedValueChecker: pgx takes values as they are.
func (l driverConn) CheckNamedValue(*driver.NamedValue) error { return nil }

// ExecContext implements driver.ExecerContext.
func (l driverConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	tag, err := l.conn.Exec(ctx, query, valuesOf(args)...)
	return driver.RowsAffected(tag.RowsAffected()), err
}

// QueryContext implements driver.QueryerContext.
func (l driverConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := l.conn.Query(ctx, query, append([]any{pgx.QueryResultFormats{pgx.TextFormatCode}}, valuesOf(args)...)...)
	if err != nil {
		return nil, err
	}
	r := &driverRows{Rows: rows, types: l.conn.TypeMap()}
	r.more = rows.Next() // errors come with the first row
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return r, nil
}

func valuesOf(args []driver.NamedValue) []any {
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a.Value
	}
	return values
}

// driverRows are rows in text format.
type driverRows struct {
	pgx.Rows
	types *pgtype.Map
	more  bool // there is a row that Next has not given
}

// Columns implements driver.Rows.
func (r *driverRows) Columns() []string {
	var names []string
	for _, f := range r.FieldDescriptions() {
		names = append(names, f.Name)
	}
	return names
}

// Close implements driver.Rows.
func (r *driverRows) Close() error {
	r.Rows.Close()
	return r.Err()
}

// Next implements driver.Rows.
func (r *driverRows) Next(into []driver.Value) (err error) {
	if !r.more {
		if err := r.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	for i, raw := range r.RawValues() {
		if into[i], err = r.value(r.FieldDescriptions()[i].DataTypeOID, raw); err != nil {
			return err
		}
	}
	r.more = r.Rows.Next()
	return nil
}

func (r *driverRows) value(oid uint32, raw []byte) (driver.Value, error) {
	if raw == nil {
		return nil, nil
	}
	switch oid {
	case pgtype.BoolOID:
		return raw[0] == 't', nil
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
		return strconv.ParseInt(string(raw), 10, 64)
	case pgtype.TimestamptzOID, pgtype.TimestampOID, pgtype.DateOID:
		var at time.Time
		err := r.types.Scan(oid, pgtype.TextFormatCode, raw, &at)
		return at, err
	case pgtype.ByteaOID:
		var bytes []byte
		err := r.types.Scan(oid, pgtype.TextFormatCode, raw, &bytes)
		return bytes, err
	default:
		return string(raw), nil
	}
}
