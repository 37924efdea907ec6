package testdb

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/postgres/cluster"
)

func TestMain(m *testing.M) {
	Main(m, migrate)
}

func migrate(ctx context.Context, databaseURL string) error {
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "create table words (word text primary key)")
	return err
}

func open(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func write(t *testing.T, conn *pgx.Conn, word string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), "insert into words values ($1)", word); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, conn *pgx.Conn, sql string) int {
	t.Helper()
	var n int
	if err := conn.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPackageDatabaseIsMigrated(t *testing.T) {
	t.Parallel()
	write(t, open(t, URL()), "shared")
}

func TestFreshDatabasesAreMigratedAndApart(t *testing.T) {
	t.Parallel()
	var group sync.WaitGroup
	for range 5 {
		url := Fresh(t)
		group.Go(func() {
			conn := open(t, url)
			write(t, conn, "own")
			if n := count(t, conn, "select count(*) from words"); n != 1 {
				t.Errorf("%d words: somebody else writes here", n)
			}
		})
	}
	group.Wait()
}

func TestFreshDatabaseGoesWithItsTestAlsoWhileConnected(t *testing.T) {
	t.Parallel()
	var url string
	t.Run("the test", func(t *testing.T) {
		url = Fresh(t)
		// Connected longer than the inner test lives.
		if _, err := pgx.Connect(context.Background(), url); err != nil {
			t.Fatal(err)
		}
	})
	if conn, err := pgx.Connect(t.Context(), url); err == nil {
		conn.Close(t.Context())
		t.Error("the database is still there")
	}
}

// passes stands for the tests of a package: it looks around while they would run.
type passes func() int

func (p passes) Run() int { return p() }

func TestPackageLeavesNoDatabases(t *testing.T) {
	t.Setenv(serverVariable, mustCurrent().server.String())
	before := current.Load()
	defer current.Store(before)

	var name string
	status, err := run(passes(func() int {
		name = mustCurrent().name
		return 7
	}), cluster.Scratch(), migrate)
	if err != nil || status != 7 {
		t.Errorf("status %d, %v", status, err)
	}
	conn := open(t, before.server.String())
	if n := count(t, conn, "select count(*) from pg_database where datname like '"+name+"%'"); name == "" || n != 0 {
		t.Errorf("%d databases of %q are left", n, name)
	}
}

func TestFailedPreparationFailsThePackage(t *testing.T) {
	t.Setenv(serverVariable, mustCurrent().server.String())
	before := current.Load()
	defer current.Store(before)

	broken := errors.New("no such table")
	status, err := run(passes(func() int { return 0 }), cluster.Scratch(), func(context.Context, string) error { return broken })
	if status == 0 || !errors.Is(err, broken) {
		t.Errorf("status %d, %v", status, err)
	}
}

func TestServerThatCannotBeHadFailsThePackage(t *testing.T) {
	for _, address := range []string{"postgres:///none?host=/no/such/folder", "no url"} {
		t.Setenv(serverVariable, address)
		status, err := run(passes(func() int { return 0 }), cluster.Scratch(), migrate)
		if status == 0 || err == nil {
			t.Errorf("%s: status %d, %v", address, status, err)
		}
	}
}

func TestClusterOfItsOwnIsGoneAfterwards(t *testing.T) {
	t.Setenv(serverVariable, "")
	scratch := filepath.Join(t.TempDir(), "pg")
	before := current.Load()
	defer current.Store(before)

	status, err := run(passes(func() int {
		if !strings.Contains(URL(), "host=") {
			t.Errorf("URL %s", URL())
		}
		open(t, URL())
		return 0
	}), scratch, migrate)
	if err != nil || status != 0 {
		t.Fatalf("status %d, %v", status, err)
	}
	if _, err := os.Stat(scratch); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the throw-away cluster is left: %v", err)
	}
}
