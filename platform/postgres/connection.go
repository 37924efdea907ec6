package postgres

import (
	"context"
	"database/sql/driver"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
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

// connector waits for the caller's turn before it takes a connection of the pool. The turn ends when the connection goes back.
type connector struct {
	driver.Connector
	turns *fair.Queue
}

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	leave, err := c.turns.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		leave()
		return nil, err
	}
	return &connection{conn.(*stdlib.Conn), leave}, nil
}

type connection struct {
	*stdlib.Conn
	leave func()
}

// Session implements transport.Session.
func (c *connection) Session() *pgx.Conn { return c.Conn.Conn() }

// beginning starts a transaction. Its statements find rows by their keys, so one plan is good for all values, and to plan each time costs
// more than to run them. Lists, which run outside of transactions, are planned for their values (see setUp).
const beginning = "begin; set local plan_cache_mode = auto"

// BeginTx implements driver.ConnBeginTx.
func (c *connection) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if o != (driver.TxOptions{}) {
		return c.Conn.BeginTx(ctx, o)
	}
	tx, err := c.Conn.Conn().BeginTx(ctx, pgx.TxOptions{BeginQuery: beginning})
	return transactionOf{ctx, tx}, err
}

// transactionOf implements driver.Tx.
type transactionOf struct {
	ctx context.Context
	tx  pgx.Tx
}

func (t transactionOf) Commit() error { return t.tx.Commit(t.ctx) }

func (t transactionOf) Rollback() error { return t.tx.Rollback(t.ctx) }

// Close implements driver.Conn. A session that began while its database was read-only by default, because its disk was full or a provider
// said so, stays read-only when the database takes writes again: it is not used again.
func (c *connection) Close() error {
	defer c.leave()
	if session := c.Conn.Conn(); session.PgConn().ParameterStatus("default_transaction_read_only") == "on" {
		_ = session.Close(context.Background())
	}
	return c.Conn.Close()
}

// inUTC makes a connection return instants in UTC. pgx would use the machine's time zone, and responses would show it.
func inUTC(c *pgx.Conn) {
	c.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
}
