// Package testdb gives each test package a migrated database of its own on a throw-away PostgreSQL.
package testdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/postgres/cluster"
)

const (
	serverVariable = "TEST_DATABASE_URL"
	startTime      = 2 * time.Minute
	stopTime       = time.Minute
)

// current is what Main prepared for this test binary: tests have no other way to be handed something.
var current atomic.Pointer[desk]

// Main runs a package's tests on a database that prepare has migrated, and exits. The server is the one that
// TEST_DATABASE_URL names, else a throw-away cluster that the test binaries share. Without PostgreSQL it fails.
func Main(m *testing.M, prepare func(ctx context.Context, databaseURL string) error) {
	status, err := run(m, cluster.Scratch(), prepare)
	if err != nil {
		fmt.Fprintf(os.Stderr, "FAIL: the tests of this package need PostgreSQL: %v\n", err)
		os.Exit(1)
	}
	os.Exit(status)
}

// Migrated is what Main is told by packages that need these tables and nothing else.
func Migrated(modules ...fxgroups.Migrations) func(ctx context.Context, databaseURL string) error {
	return func(ctx context.Context, url string) error {
		db, err := postgres.Open(postgres.Options{URL: url})
		if err != nil {
			return err
		}
		_, err = db.Migrate(ctx, modules)
		return errors.Join(err, db.Close())
	}
}

// runner is the part of testing.M that is needed.
type runner interface{ Run() int }

func run(m runner, scratch string, prepare func(context.Context, string) error) (status int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	server, release, err := findServer(ctx, scratch)
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, release()) }()

	d, err := openDesk(ctx, server, prepare)
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, d.close()) }()

	current.Store(d)
	defer current.Store(nil)
	return m.Run(), nil
}

// findServer answers a maintenance database's URL, and what to call when done with it.
func findServer(ctx context.Context, scratch string) (url string, release func() error, err error) {
	if url := os.Getenv(serverVariable); url != "" {
		return url, func() error { return nil }, nil
	}
	c, err := cluster.Start(ctx, cluster.Options{DataDir: scratch, Throwaway: true})
	if err != nil {
		return "", nil, err
	}
	return c.MaintenanceURL(), func() error {
		ctx, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		return c.Stop(ctx)
	}, nil
}

// URL names the package's database.
func URL() string {
	return mustCurrent().url
}

// Fresh gives one test a migrated database of its own, empty of what other tests did, and drops it at the test's end.
// It costs some 40 ms; most tests need only a fresh account in the package's database.
func Fresh(t testing.TB) string {
	t.Helper()
	d := mustCurrent()
	name, url, err := d.clone(t.Context())
	if err != nil {
		t.Fatalf("make a database for this test: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		if err := d.drop(ctx, name); err != nil {
			t.Errorf("drop the database of this test: %v", err)
		}
	})
	return url
}

func mustCurrent() *desk {
	d := current.Load()
	if d == nil {
		panic("testdb: the package's TestMain does not call testdb.Main")
	}
	return d
}
