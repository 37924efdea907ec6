// Package transport makes GORM's way to the database shorter, in two places. Outside of transactions, the records of Find, First and Take
// are read straight from pgx: database/sql and gorm.Scan copy each value three times, a quarter of the cost of a list. In a transaction,
// writes that may wait share a message with the next statement or the commit. The build tag plaingorm leaves the package out.
package transport

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"gorm.io/gorm/callbacks"
	"gorm.io/gorm/schema"
)

// Pool implements gorm.ConnPool outside of transactions, as a *sql.DB does.
type Pool struct{ *sql.DB }

// Session is implemented by the connections of the *sql.DB.
type Session interface{ Session() *pgx.Conn }

// Plug has GORM, which was opened with a Pool, read records from pgx.
func Plug(g *gorm.DB) error { return g.Callback().Query().Replace("gorm:query", find) }

// GetDBConn implements gorm.GetDBConnector.
func (p Pool) GetDBConn() (*sql.DB, error) { return p.DB, nil }

// find is GORM's callback for Find, Take and the like.
func find(q *gorm.DB) {
	pool, isPool := q.Statement.ConnPool.(Pool)
	into := recordsOf(q.Statement)
	if !isPool || !into.IsValid() || q.Error != nil {
		callbacks.Query(q)
		return
	}
	callbacks.BuildQuerySQL(q)
	if q.DryRun || q.Error != nil {
		return
	}
	_ = q.AddError(pool.read(q.Statement.Context, q.Statement.SQL.String(), q.Statement.Vars, func(rows pgx.Rows) (err error) {
		q.RowsAffected, err = scanRecords(q.Statement.Context, rows, q.Statement.Schema, into)
		return err
	}))
	if q.Error == nil && q.RowsAffected == 0 && q.Statement.RaiseErrorOnNotFound {
		_ = q.AddError(gorm.ErrRecordNotFound)
	}
}

// tries is how many connections are tried, like in database/sql: those that have died in the meantime have sent nothing.
const tries = 3

func (p Pool) read(ctx context.Context, query string, args []any, scan func(pgx.Rows) error) error {
	for try := 1; ; try++ {
		conn, err := p.Conn(ctx)
		if err != nil {
			return err
		}
		isUnsent := false
		err = conn.Raw(func(c any) error {
			rows, err := c.(Session).Session().Query(ctx, query, args...)
			if err == nil {
				err = scan(rows)
				rows.Close()
			}
			if isUnsent = err != nil && pgconn.SafeToRetry(err); isUnsent {
				return driver.ErrBadConn // the pool drops it
			}
			return err
		})
		_ = conn.Close() // an error of the connection shows in err
		if !isUnsent || try == tries {
			return err
		}
	}
}

var scanner = reflect.TypeFor[sql.Scanner]()

// recordsOf is what a statement reads records of its model into, a struct or a slice of them, or an invalid value. A struct that scans
// itself is a single value.
func recordsOf(s *gorm.Statement) reflect.Value {
	v := s.ReflectValue
	if s.Schema == nil || !v.IsValid() || !v.CanSet() || len(s.Joins) > 0 || len(s.ColumnMapping) > 0 ||
		s.Schema.ModelType == reflect.TypeFor[time.Time]() || reflect.PointerTo(s.Schema.ModelType).Implements(scanner) {
		return reflect.Value{}
	}
	if t := v.Type(); t == s.Schema.ModelType || t.Kind() == reflect.Slice && t.Elem() == s.Schema.ModelType {
		return v
	}
	return reflect.Value{}
}

func scanRecords(ctx context.Context, rows pgx.Rows, s *schema.Schema, into reflect.Value) (n int64, err error) {
	one := into.Kind() == reflect.Struct
	if !one {
		into.SetLen(0)
	}
	fields, values := make([]*schema.Field, len(rows.FieldDescriptions())), make([]any, len(rows.FieldDescriptions()))
	for i, f := range rows.FieldDescriptions() {
		fields[i] = s.FieldsByDBName[f.Name]
	}
	for ; (!one || n == 0) && rows.Next(); n++ {
		to := into
		if !one {
			if into.Len() == into.Cap() {
				into.Grow(max(16, into.Cap()))
			}
			into.SetLen(int(n) + 1)
			to = into.Index(int(n))
			to.SetZero()
		}
		for i, f := range fields {
			if f != nil {
				values[i] = f.ReflectValueOf(ctx, to).Addr().Interface()
			}
		}
		if err := rows.Scan(values...); err != nil {
			return n, err
		}
	}
	rows.Close()
	return n, rows.Err()
}
