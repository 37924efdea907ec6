// Package postgres opens the database, carries its transactions in the context and names its errors.
package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// Options say how to connect.
type Options struct {
	URL      string
	PoolSize int             // open connections at most; 0 means 8
	Tracer   pgx.QueryTracer // hears of every statement; nil: nobody does
}

// DB is the database. Stores use In, use cases use InTx.
type DB struct{ gorm *gorm.DB }

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
	pool := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		sendUUIDs(c)
		return inUTC(ctx, c)
	}))
	size := o.PoolSize
	if size == 0 {
		size = 8
	}
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(5 * time.Minute)
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
	return &DB{db}, nil
}

// Ping reports whether the database answers.
func (d *DB) Ping(ctx context.Context) error {
	pool, err := d.gorm.DB()
	if err != nil {
		return err
	}
	return pool.PingContext(ctx)
}

// Close closes all connections.
func (d *DB) Close() error {
	pool, err := d.gorm.DB()
	if err != nil {
		return err
	}
	return pool.Close()
}

// Pool is the connection pool, for metrics.
func (d *DB) Pool() (*sql.DB, error) { return d.gorm.DB() }
