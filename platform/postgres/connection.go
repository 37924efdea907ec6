package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
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

// borrow takes a connection for the caller of ctx when it is their turn; free gives it back, or closes it when it has an open
// transaction: nobody shall get that.
func (d *DB) borrow(ctx context.Context) (conn *pgx.Conn, free func(), err error) {
	leave, err := d.turns.Acquire(ctx)
	if err != nil {
		return nil, nil, err
	}
	c, err := d.pool.Acquire(ctx)
	if err != nil {
		leave()
		return nil, nil, err
	}
	return c.Conn(), func() {
		if c.Conn().IsClosed() {
			c.Hijack() // pgx takes up to 15 s to say goodbye on a silent network: its place in the pool is free now
		} else {
			c.Release()
		}
		leave()
	}, nil
}
