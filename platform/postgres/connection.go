package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/petcare/petcare/platform/fair"
	uuid "github.com/vgarvardt/pgx-google-uuid/v5"
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
	turns  *fair.Queue
	pooled bool
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
	taken := &connection{wrapped(conn.(*stdlib.Conn)), leave}
	if !c.pooled {
		err = taken.plan(ctx)
	}
	if err != nil {
		return nil, errors.Join(driver.ErrBadConn, err, taken.Close()) // another one is tried
	}
	return taken, nil
}

type connection struct {
	conn
	leave func()
}

type byKeyKey struct{}

// byKey is the context of statements that find rows by their keys. One plan is good for all values, and to make it takes longer than to
// run it.
func byKey(ctx context.Context) context.Context { return context.WithValue(ctx, byKeyKey{}, true) }

// plan sets how the statements of a connection are planned from now on: once (see byKey), or, like lists, each time for their values, which
// are often of very different frequency. Most requests get a connection that was used like that before, which costs no message.
func (c *connection) plan(ctx context.Context) error {
	const setting = "plan_cache_mode"
	mode := "force_custom_plan"
	if ctx.Value(byKeyKey{}) != nil {
		mode = "auto"
	}
	known := c.Session().PgConn().CustomData()
	if known[setting] == mode {
		return nil
	}
	_, err := c.Session().PgConn().Exec(ctx, "set "+setting+" = "+mode).ReadAll()
	if err == nil {
		known[setting] = mode
	}
	return err
}

// Close implements driver.Conn. A session that began while its database was read-only by default, because its disk was full or a provider
// said so, stays read-only when the database takes writes again: it is not used again.
func (c *connection) Close() error {
	defer c.leave()
	if session := c.Session(); session.PgConn().ParameterStatus("default_transaction_read_only") == "on" {
		_ = session.Close(context.Background())
	}
	return c.conn.Close()
}

// brief is a connection that is closed within closingTime after the statement on it has ended early. For so long it has its place in the
// pool: where a firewall drops packets, connections would soon have all places. pgx gives the server 15 s to close it. It is below TLS, not
// above it (AfterNetConnect), because SCRAM looks for the certificate of a tls.Conn.
type brief struct{ net.Conn }

const closingTime = 2 * time.Second

// SetDeadline implements net.Conn. No other deadline of pgx is in the future.
func (b brief) SetDeadline(t time.Time) error {
	if latest := time.Now().Add(closingTime); t.After(latest) {
		t = latest
	}
	return b.Conn.SetDeadline(t)
}

// briefly makes what dial opens brief.
func briefly(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return brief{conn}, nil
	}
}

// teach makes a connection return instants in UTC, where pgx would use the machine's time zone, which responses would show, and send and
// read ids as the 16 bytes that they are, where pgx would use their text.
func teach(c *pgx.Conn) {
	types := c.TypeMap()
	types.RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	uuid.Register(types)
}
