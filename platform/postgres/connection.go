package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
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

// newPool makes the one pool that all statements share; gorm and goose reach it through database/sql, whose machinery is not
// beneath the statements that pgx sends.
func newPool(config *pgxpool.Config, size int, connected func(context.Context, *pgx.Conn) error) (*pgxpool.Pool, *sql.DB, error) {
	config.MaxConns = int32(size) //nolint:gosec // some tens
	config.MinConns, config.MinIdleConns = 0, 0
	config.MaxConnIdleTime = 5 * time.Minute
	config.MaxConnLifetime = time.Hour // sessions grow with the statements that they have seen
	config.PingTimeout = config.ConnConfig.ConnectTimeout
	config.AfterConnect = connected
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		return nil, nil, err
	}
	return pool, stdlib.OpenDBFromPool(pool), nil
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
		c.Release()
		leave()
	}, nil
}

// borrowFor is borrow for a transaction, which gorm may want to speak to.
func (d *DB) borrowFor(ctx context.Context, t *transaction) error {
	leave, err := d.turns.Acquire(ctx)
	if err != nil {
		return err
	}
	c, err := d.connector.Connect(ctx)
	if err != nil {
		leave()
		return err
	}
	t.lent = c.(*stdlib.Conn)
	t.conn = t.lent.Conn()
	t.free = func() {
		_ = t.lent.Close()
		leave()
	}
	return nil
}

// lent is a connection as database/sql knows it; it stays with its transaction.
type lent struct{ *stdlib.Conn }

// Connect implements driver.Connector.
func (l lent) Connect(context.Context) (driver.Conn, error) { return l, nil }

// Driver implements driver.Connector.
func (l lent) Driver() driver.Driver { return stdlib.GetDefaultDriver() }

// Close implements driver.Conn.
func (l lent) Close() error { return nil }

// ResetSession implements driver.SessionResetter: the open transaction is meant to be there.
func (l lent) ResetSession(context.Context) error { return nil }
