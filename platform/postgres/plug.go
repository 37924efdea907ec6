//go:build !plaingorm

package postgres

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/petcare/petcare/platform/postgres/transport"
	"gorm.io/gorm"
)

// pluggable is the pool for GORM. The tag plaingorm leaves the transport out; the tests pass with and without it.
func pluggable(db *sql.DB) gorm.ConnPool { return transport.Pool{DB: db} }

func plug(g *gorm.DB) error { return transport.Plug(g) }

func traced(t pgx.QueryTracer) pgx.QueryTracer { return transport.Traced(t) }

type conn = *transport.Conn

func wrapped(c *stdlib.Conn) conn { return &transport.Conn{Conn: c} }

func withOutcome(ctx context.Context, failed func(error) error, done func(rows int64)) context.Context {
	return transport.WithOutcome(ctx, failed, done)
}
