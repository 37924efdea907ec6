package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/petcare/petcare/platform/fair"
)

// shares of a pool: deliveries and the lookup of credentials always find a connection, and one organization has at most five
// in eight of the others, so that nobody waits for what a single one of them locks or computes.
func shares(size int) fair.Limits {
	return fair.Limits{
		Slots: max(1, size-1), Organization: max(1, size*5/8),
		CredentialWaits: 128, OrganizationWaits: 256, Waits: 512, Patience: 5 * time.Second,
	}
}

// connection takes a connection for the caller of ctx when it is their turn; free gives it back.
func (d *DB) connection(ctx context.Context) (conn *sql.Conn, free func(), err error) {
	release, err := d.turns.Acquire(ctx)
	if err != nil {
		return nil, nil, err
	}
	if conn, err = d.pool.Conn(ctx); err != nil {
		release()
		return nil, nil, err
	}
	return conn, func() {
		_ = conn.Close()
		release()
	}, nil
}
