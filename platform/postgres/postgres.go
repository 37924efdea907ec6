// Package postgres opens the database, runs transactions that the context carries, and classifies errors.
package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/petcare/petcare/platform/fair"
	"github.com/petcare/petcare/platform/postgres/cluster"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// Options say how to connect.
type Options struct {
	URL      string
	PoolSize int              // open connections at most; 0 means 8
	Tracer   pgx.QueryTracer  // is called for every statement; may be nil
	Ended    func(how string) // is called after every transaction: "committed", "rolled_back" or "retried"; may be nil
	// IdleInTransactionTimeout is how long a transaction may wait for its next statement before the database ends it, so that a process
	// that dies cannot hold locks. 0 means no limit.
	IdleInTransactionTimeout time.Duration
	// LockTimeout is how long a statement may wait for a lock before it fails with an Unavailable error. 0 means no limit.
	LockTimeout time.Duration
	Fair        bool // share the connections fairly among the callers' organizations
}

// DB is the database. Use cases open transactions with InTx; stores use In, or a Repository.
type DB struct {
	pool        *pgxpool.Pool
	sql         *sql.DB // the pool for GORM and goose
	gorm        *gorm.DB
	ended       func(how string)
	pooled      bool // a pooler may give each transaction another session
	turns       *fair.Queue
	lockTimeout string // in milliseconds; 0 means no limit
	distributed *atomic.Bool
}

// Location returns the hosts and the database in a URL, without user and password. Like pgx, it takes an @ before the first / for the
// end of the password.
func Location(url string) string {
	location, _ := split(url)
	return location
}

func split(url string) (location, parameters string) {
	_, rest, _ := strings.Cut(url, "://")
	if i := strings.IndexAny(rest, "@/"); i >= 0 && rest[i] == '@' {
		rest = rest[i+1:]
	}
	location, parameters, _ = strings.Cut(rest, "?")
	return location, parameters
}

// CheckURL fails if a URL cannot be read, such as one with an unknown sslmode.
func CheckURL(url string) error {
	_, err := readURL(url)
	return err
}

func readURL(url string) (*pgxpool.Config, error) {
	location, parameters := split(url)
	// After an @ that is not encoded, a part of the password would be looked up and logged as a host or database.
	if first, _, _ := strings.Cut(parameters, "="); strings.Contains(location+first, "@") {
		return nil, errors.New("read the database URL: percent-encode the password: %40 for @, %2F for /")
	}
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err) // pgx masks the password
	}
	// Named prepared statements need a fixed session, so only users of a pooler choose another mode. Modes that do not ask the
	// database for parameter types cannot send lists of ids.
	if mode := c.ConnConfig.DefaultQueryExecMode; mode != pgx.QueryExecModeCacheDescribe && mode != pgx.QueryExecModeCacheStatement {
		return nil, errors.New("read the database URL: default_query_exec_mode is cache_describe, for a pooler, or left out")
	}
	return c, nil
}

// Open prepares a pool; it connects on first use.
func Open(o Options) (*DB, error) {
	var distributed atomic.Bool
	config, err := configOf(o, &distributed)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	d := &DB{pool: pool, ended: o.Ended, pooled: isPooled(config), lockTimeout: milliseconds(o.LockTimeout),
		distributed: &distributed}
	if d.ended == nil {
		d.ended = func(string) {}
	}
	if o.Fair {
		d.turns = fair.NewQueue(shares(int(config.MaxConns)))
	}
	d.sql = sql.OpenDB(connector{stdlib.GetPoolConnector(pool), d.turns, d.pooled})
	d.sql.SetMaxIdleConns(0) // the pool keeps them
	d.gorm, err = gorm.Open(postgres.New(postgres.Config{Conn: pluggable(d.sql), WithoutReturning: true}), &gorm.Config{
		SkipDefaultTransaction: true, // transactions are explicit
		QueryFields:            true, // select * breaks when a newer replica adds a column
		DisableAutomaticPing:   true,
		Logger:                 logger.Discard, // Tracer sees every statement
		NowFunc:                func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) },
	})
	if err == nil {
		err = plug(d.gorm)
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("open the database: %w", err)
	}
	return d, nil
}

// configOf returns the settings of the pool and its connections.
func configOf(o Options, distributed *atomic.Bool) (*pgxpool.Config, error) {
	pool, err := readURL(o.URL)
	if err != nil {
		return nil, err
	}
	config := pool.ConnConfig
	config.RuntimeParams["application_name"] = "petcare"
	config.RuntimeParams["timezone"] = "UTC"
	config.RuntimeParams["client_encoding"] = "UTF8"
	config.ConnectTimeout, config.DialFunc = 5*time.Second, briefly(config.DialFunc)
	config.Tracer = traced(o.Tracer)
	if config.ValidateConnect == nil {
		// During a failover the address may lead to a standby. It would answer with old data for as long as the connection
		// is in use.
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
	pool.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		teach(c)
		if err := cmp.Or(isSupported(c.PgConn().ParameterStatus("server_version")), inUTF8(c)); err != nil {
			return err
		}
		if err := lookForDistribution(ctx, c, distributed); err != nil || isPooled(pool) {
			return err
		}
		return setUp(ctx, c, o)
	}
	pool.MaxConns, pool.MinConns, pool.MinIdleConns = int32(cmp.Or(o.PoolSize, 8)), 0, 0 //nolint:gosec // some tens
	pool.MaxConnIdleTime = 5 * time.Minute
	pool.MaxConnLifetime = time.Hour // a session's memory grows with the statements that it has prepared
	pool.PingTimeout = config.ConnectTimeout
	return pool, nil
}

// isPooled reports whether a pooler may give each transaction another session.
func isPooled(c *pgxpool.Config) bool {
	return c.ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeCacheDescribe
}

// isSupported refuses servers that are too old, before a migration stops half-way. A version is 15.4, or 17beta1.
func isSupported(version string) error {
	digits := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	if digits < 0 {
		digits = len(version)
	}
	if major, err := strconv.Atoi(version[:digits]); err == nil && major < cluster.MinMajor {
		return fmt.Errorf("the server of PETCARE_DATABASE_URL is PostgreSQL %s; %d or newer is needed", version, cluster.MinMajor)
	}
	return nil
}

// inUTF8 refuses databases that cannot hold every name, or that would take the bytes of a name for other letters.
func inUTF8(c *pgx.Conn) error {
	if e := c.PgConn().ParameterStatus("server_encoding"); e != "" && e != "UTF8" {
		return fmt.Errorf("the database of PETCARE_DATABASE_URL has the encoding %s instead of UTF8: "+
			"make one with create database … encoding 'UTF8' template template0", e)
	}
	return nil
}

// Ping reports whether the database answers.
func (d *DB) Ping(ctx context.Context) error { return d.pool.Ping(ctx) }

// closeTime bounds how long Close waits for statements that are still running.
const closeTime = 5 * time.Second

// Close closes all connections.
func (d *DB) Close() error {
	err := d.sql.Close()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		d.pool.Close()
	}()
	select {
	case <-closed:
	case <-time.After(closeTime):
	}
	return err
}

// Stats returns the statistics of the connection pool, for metrics. Waiting for a turn (see Options.Fair) counts as waiting for a
// connection.
func (d *DB) Stats() sql.DBStats {
	s := d.pool.Stat()
	turns, forTurns := d.turns.Waited()
	return sql.DBStats{
		MaxOpenConnections: int(s.MaxConns()), OpenConnections: int(s.TotalConns()), InUse: int(s.AcquiredConns()), Idle: int(s.IdleConns()),
		WaitCount: s.EmptyAcquireCount() + turns, WaitDuration: s.EmptyAcquireWaitTime() + forTurns,
		MaxIdleTimeClosed: s.MaxIdleDestroyCount(), MaxLifetimeClosed: s.MaxLifetimeDestroyCount(),
	}
}
