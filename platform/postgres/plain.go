//go:build plaingorm

package postgres

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

func pluggable(db *sql.DB) gorm.ConnPool { return db }

func plug(*gorm.DB) error { return nil }

func traced(t pgx.QueryTracer) pgx.QueryTracer { return t }

type conn struct{ *stdlib.Conn }

// Session is the connection of pgx.
func (c conn) Session() *pgx.Conn { return c.Conn.Conn() }

func wrapped(c *stdlib.Conn) conn { return conn{c} }

func withOutcome(ctx context.Context, _ func(error) error, _ func(rows int64)) context.Context {
	return ctx
}
