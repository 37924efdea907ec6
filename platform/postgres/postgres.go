// Package postgres opens the database, carries its transactions in the context and names its errors.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/petcare/petcare/platform/fair"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// Options say how to connect.
type Options struct {
	URL      string
	PoolSize int              // open connections at most; 0 means 8
	Tracer   pgx.QueryTracer  // hears of every statement; nil: nobody does
	Ended    func(how string) // hears of every transaction: "committed", "rolled_back" or "retried"; nil: nobody does
	// IdleInTransactionTimeout is how long a transaction may wait for its next statement before the database ends it: when this process
	// vanishes without a word, its locks go. 0: for ever.
	IdleInTransactionTimeout time.Duration
	// LockTimeout is how long a statement may wait for a lock; then it fails, and Unavailable says so. 0: for ever.
	LockTimeout time.Duration
	Fair        bool // share the connections fairly among the organizations that callers belong to
}

// DB is the database. Stores use In, use cases use InTx.
type DB struct {
	gorm   *gorm.DB
	pool   *sql.DB
	tracer pgx.QueryTracer
	ended  func(how string)
	pooled bool // a pooler hands each transaction another session
	turns  *fair.Queue
	// lockTimeout is what each transaction sets for itself where sessions are pooled, "" is nothing.
	lockTimeout string
}

// Open prepares a pool; it connects on first use.
func Open(o Options) (*DB, error) {
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err) // pgx masks the password
	}
	config.RuntimeParams["application_name"] = "petcare"
	config.RuntimeParams["timezone"] = "UTC"
	config.ConnectTimeout = 5 * time.Second
	config.Tracer = o.Tracer
	if config.ValidateConnect == nil {
		// An address that changes hands may lead to a standby for a while. What it answers is old, and a connection to
		// it would stay one for as long as it is in use.
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
	// Statements that are prepared by name need a session that stays; only who has a pooler asks for anything else. The
	// modes that do not ask the database for the types of parameters cannot send lists of ids.
	pooled := config.DefaultQueryExecMode == pgx.QueryExecModeCacheDescribe
	if !pooled && config.DefaultQueryExecMode != pgx.QueryExecModeCacheStatement {
		return nil, errors.New("read the database URL: default_query_exec_mode is cache_describe, for a pooler, or left out")
	}
	pool := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		sendUUIDs(c)
		if !pooled {
			if err := setTimeouts(ctx, c, o); err != nil {
				return err
			}
		}
		return inUTC(ctx, c)
	}))
	size := o.PoolSize
	if size == 0 {
		size = 8
	}
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	pool.SetConnMaxLifetime(time.Hour) // sessions grow with the statements that they have seen
	db, err := gorm.Open(postgres.New(postgres.Config{Conn: pool}), &gorm.Config{
		SkipDefaultTransaction: true, // explicit transactions where two statements belong together
		QueryFields:            true, // select * breaks when another replica adds a column
		DisableAutomaticPing:   true,
		Logger:                 logger.Discard, // Tracer hears of everything
		NowFunc:                func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) },
	})
	if err != nil {
		_ = pool.Close()
		return nil, fmt.Errorf("open the database: %w", err)
	}
	ended := o.Ended
	if ended == nil {
		ended = func(string) {}
	}
	d := &DB{gorm: db, pool: pool, tracer: o.Tracer, ended: ended, pooled: pooled}
	if o.LockTimeout > 0 {
		d.lockTimeout = milliseconds(o.LockTimeout)
	}
	if o.Fair {
		d.turns = fair.NewQueue(shares(size))
	}
	return d, nil
}

// Ping reports whether the database answers.
func (d *DB) Ping(ctx context.Context) error { return d.pool.PingContext(ctx) }

// Close closes all connections.
func (d *DB) Close() error { return d.pool.Close() }

// Pool is the connection pool, for metrics.
func (d *DB) Pool() *sql.DB { return d.pool }
