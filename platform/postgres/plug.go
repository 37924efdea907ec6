//go:build !plaingorm

package postgres

import (
	"database/sql"

	"github.com/petcare/petcare/platform/postgres/transport"
	"gorm.io/gorm"
)

// pluggable is the pool for GORM. The tag plaingorm leaves the transport out; the tests pass with and without it.
func pluggable(db *sql.DB) gorm.ConnPool { return transport.Pool{DB: db} }

func plug(g *gorm.DB) error { return transport.Plug(g) }
