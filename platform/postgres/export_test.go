package postgres

import (
	"context"

	"github.com/petcare/petcare/platform/fxgroups"
)

// ErrEnded is errEnded.
var ErrEnded = errEnded

// IsSupported is isSupported.
var IsSupported = isSupported

// CheckTables is checkTables, which needs no Citus.
func (d *DB) CheckTables(ctx context.Context, modules []fxgroups.Migrations) error {
	return d.checkTables(ctx, modules)
}
