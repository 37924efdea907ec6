package testkit

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/fxgroups"
)

func mustServer(t *testing.T) *server {
	t.Helper()
	return Must[*server](t)(theServer())
}

func mustSet(t *testing.T, statements string) migrationSet {
	t.Helper()
	return Must[migrationSet](t)(newMigrationSet([]fxgroups.Migrations{SQL(statements)}))
}

func (s *server) has(t *testing.T, name string) bool {
	t.Helper()
	var n int
	if err := s.pool.QueryRow(t.Context(), "select count(*) from pg_database where datname = $1", name).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n > 0
}

func (s *server) dropAfter(t *testing.T, name string) {
	t.Cleanup(func() {
		if err := s.drop(context.Background(), s.urlOf(name)); err != nil {
			t.Error(err)
		}
	})
}

// Each process makes one query for the template; of several at once one makes it.
func TestProcessesAtOnceShareATemplate(t *testing.T) {
	t.Parallel()
	s, set := mustServer(t), mustSet(t, "create table shared (n int);")
	names := make(chan string, 4)
	for range cap(names) {
		go func() {
			name, err := s.template(context.Background(), set)
			if err != nil {
				t.Error(err)
			}
			names <- name
		}()
	}
	first := <-names
	s.dropAfter(t, first)
	for range cap(names) - 1 {
		if other := <-names; other != first {
			t.Errorf("templates %s and %s", first, other)
		}
	}
	if mustSet(t, "create table shared (n bigint);").digest == set.digest {
		t.Error("other tables have the same template")
	}
}

func TestFailedMigrationFailsAndLeavesNothing(t *testing.T) {
	t.Parallel()
	s := mustServer(t)
	if _, err := s.clone(t.Context(), "broken", mustSet(t, "create nonsense;")); err == nil {
		t.Error("nonsense is a migration")
	}
	var n int
	err := s.pool.QueryRow(t.Context(), "select count(*) from pg_database where datname like 'test_broken_%'").Scan(&n)
	if err != nil || n != 0 {
		t.Errorf("%d left, %v", n, err)
	}
}

func TestSweepDropsOnlyWhatKilledProcessesLeft(t *testing.T) {
	t.Parallel()
	s, now := mustServer(t), time.Now()
	make := func(what string, old time.Duration) string {
		name := newName(what, now.Add(-old))
		if err := s.create(t.Context(), name, "template1"); err != nil {
			t.Fatal(err)
		}
		s.dropAfter(t, name)
		return name
	}
	left, oldTemplate := make("left", 2*time.Minute), make("template_0123456789abcdef", 4*time.Hour)
	held, young, template := make("held", 2*time.Minute), make("young", 30*time.Second), make("template_1123456789abcdef", time.Hour)
	foreign := "test_of_somebody_else_" + strings.ToLower(young[len(young)-8:])
	if err := s.create(t.Context(), foreign, "template1"); err != nil {
		t.Fatal(err)
	}
	s.dropAfter(t, foreign)
	conn, err := pgx.Connect(t.Context(), s.urlOf(held))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())

	s.sweep(t.Context(), now)
	for _, name := range []string{left, oldTemplate} {
		if s.has(t, name) {
			t.Errorf("%s is left", name)
		}
	}
	for _, name := range []string{held, young, template, foreign} {
		if !s.has(t, name) {
			t.Errorf("%s is gone", name)
		}
	}
}

func TestServerThatCannotBeHadIsAnError(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"postgres:///none?host=/no/such/folder", "no url"} {
		if _, err := openServer(address); err == nil {
			t.Errorf("%s is a server", address)
		}
	}
}

func TestClusterEndsWithTheProcessThatNeededIt(t *testing.T) {
	t.Parallel()
	scratch := filepath.Join(t.TempDir(), "pg")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	address, line, err := reaper(cmd, scratch)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := openServer(address); err != nil {
		t.Error(err)
	} else {
		s.pool.Close()
	}
	if err := line.Close(); err != nil { // as the end of this process would
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(scratch); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the throw-away cluster is left: %v", err)
	}
}

func TestClusterThatCannotStartSaysWhy(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := reaper(exec.Command(self), file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v", err)
	}
}
