package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/petcare/petcare/platform/fair"
)

// shares divides a pool. One connection is reserved for work without a caller, such as webhook deliveries and the lookup of credentials.
// One organization gets at most five eighths of the pool, so that its locks and slow queries cannot block the others.
func shares(size int) fair.Limits {
	return fair.Limits{
		Slots: max(1, size-1), Organization: max(1, size*5/8),
		CredentialWaits: 128, OrganizationWaits: 256, Waits: 512, Patience: 5 * time.Second,
	}
}

// borrow waits for the caller's turn and takes a connection. free returns it to the pool, or closes it when a transaction is
// still open on it.
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
		switch session := c.Conn(); {
		case session.IsClosed():
			c.Hijack() // pgx may need 15 s to close it on a dead network; this frees its place in the pool now
		case isReadOnly(session):
			_ = c.Hijack().Close(ctx)
		default:
			c.Release()
		}
		leave()
	}, nil
}

// isReadOnly reports whether a session began while its database was read-only by default, because its disk was full or a provider said so.
// It stays so when the database takes writes again.
func isReadOnly(session *pgx.Conn) bool {
	return session.PgConn().ParameterStatus("default_transaction_read_only") == "on"
}
