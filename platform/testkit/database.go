package testkit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
)

const (
	startTime = 2 * time.Minute
	stopTime  = time.Minute
)

// database is what this process has for one set of migrations.
type database struct {
	server *server
	set    migrationSet
	db     *postgres.DB
	url    string
	hold   *pgx.Conn // open while the process lives, so that no other process drops the database as a leftover
}

// databases are those of this process, by the digest of their migrations.
var databases = struct {
	sync.Mutex
	open map[string]func() (*database, error)
}{open: map[string]func() (*database, error){}}

func databaseFor(t testing.TB, migrations []fxgroups.Migrations) *database {
	t.Helper()
	set, err := newMigrationSet(migrations)
	if err != nil {
		t.Fatal(err)
	}
	databases.Lock()
	once := databases.open[set.digest]
	if once == nil {
		once = sync.OnceValues(func() (*database, error) { return openDatabase(set) })
		databases.open[set.digest] = once
	}
	databases.Unlock()
	d, err := once()
	if err != nil {
		t.Fatalf("this test needs PostgreSQL: %v", err)
	}
	return d
}

func openDatabase(set migrationSet) (*database, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	s, err := theServer()
	if err != nil {
		return nil, err
	}
	d := &database{server: s, set: set}
	if d.url, err = s.clone(ctx, packageName(), set); err != nil {
		return nil, err
	}
	if d.hold, err = pgx.Connect(ctx, d.url); err != nil {
		return nil, fmt.Errorf("hold the database of this package: %w", err)
	}
	d.db, err = postgres.Open(postgres.Options{URL: d.url, PoolSize: poolSize})
	return d, err
}

// fresh copies the template for one test and drops the copy when the test ends, even if connections are open.
func (d *database) fresh(t testing.TB) string {
	t.Helper()
	url, err := d.server.clone(t.Context(), "fresh", d.set)
	if err != nil {
		t.Fatalf("make a database for this test: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		if err := d.server.drop(ctx, url); err != nil {
			t.Errorf("drop the database of this test: %v", err)
		}
	})
	return url
}

// migrationSet is what a database is made of. Equal sets have equal digests, also in other processes.
type migrationSet struct {
	all    []fxgroups.Migrations
	digest string
}

func newMigrationSet(migrations []fxgroups.Migrations) (migrationSet, error) {
	set := migrationSet{all: []fxgroups.Migrations{outbox.Migrations()}}
	for _, m := range migrations {
		if !slices.ContainsFunc(set.all, func(other fxgroups.Migrations) bool { return other.Module == m.Module }) {
			set.all = append(set.all, m)
		}
	}
	slices.SortFunc(set.all, func(a, b fxgroups.Migrations) int { return strings.Compare(a.Module, b.Module) })
	hash := sha256.New()
	for _, m := range append(slices.Clone(set.all), postgres.Migrations()) {
		names, err := fs.Glob(m.Files, "*.sql")
		if err != nil {
			return set, fmt.Errorf("list the migrations of %s: %w", m.Module, err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(m.Files, name)
			if err != nil {
				return set, fmt.Errorf("read the migrations of %s: %w", m.Module, err)
			}
			fmt.Fprintf(hash, "%s %s %d\n%s", m.Module, name, len(text), text)
		}
	}
	set.digest = hex.EncodeToString(hash.Sum(nil))[:16]
	return set, nil
}

func (s migrationSet) migrate(ctx context.Context, url string) error {
	db, err := postgres.Open(postgres.Options{URL: url})
	if err != nil {
		return err
	}
	_, err = db.Migrate(ctx, s.all)
	return errors.Join(err, db.Close())
}

// SQL is a migration with tables for tests. Statements end with a semicolon. It runs after all other migrations.
func SQL(statements string) fxgroups.Migrations {
	return fxgroups.Migrations{Module: "test", Files: fstest.MapFS{
		"99990101000000_test.sql": {Data: []byte("-- +goose Up\n" + statements + "\n")},
	}}
}
