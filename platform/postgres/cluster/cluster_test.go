package cluster

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestFirstStartMakesAPrivateDatabase(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	c, err := Start(t.Context(), Options{DataDir: home(t), Log: &log})
	must(t, err)
	defer stop(t, c)

	for setting, want := range map[string]string{
		"listen_addresses":   "",
		"data_checksums":     "on",
		"synchronous_commit": "on",
		"fsync":              "on",
		"full_page_writes":   "on",
		"server_encoding":    "UTF8",
		"TimeZone":           "UTC",
		"max_connections":    "100",
		"jit":                "off",
	} {
		if got := ask(t, c, "select current_setting('"+setting+"')"); got != want {
			t.Errorf("%s is %q, not %q", setting, got, want)
		}
	}
	if got := ask(t, c, "select string_agg(w, '' order by w) from unnest(array['b', 'a', 'B', 'é']) w"); got != "Babé" {
		t.Errorf("text is ordered by the machine's language: %s", got)
	}
	if got := ask(t, c, "select rolsuper::text from pg_roles where rolname = current_user"); got != "false" {
		t.Errorf("the service's role is a superuser")
	}
	for _, extension := range []string{"pg_trgm", "btree_gin", "btree_gist"} {
		ask(t, c, "create extension "+extension)
	}
	if !strings.Contains(log.String(), "made a private PostgreSQL") || !strings.Contains(log.String(), "started") {
		t.Errorf("log: %q", log.String())
	}
	onlyOwnerMayLookInto(t, c)
}

func onlyOwnerMayLookInto(t *testing.T, c *Cluster) {
	t.Helper()
	for _, dir := range []string{c.folder.home, c.folder.data(), c.socket} {
		info, err := os.Stat(dir)
		must(t, err)
		if info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v", dir, info.Mode().Perm())
		}
		if uidOf(info) != c.owner.uid {
			t.Errorf("%s belongs to user %d", dir, uidOf(info))
		}
	}
}

// Errors of the service's own statements do not fill the log, nor put personal data into it. Those of others are still there.
func TestErrorsOfTheServiceAreNotLogged(t *testing.T) {
	t.Parallel()
	c := start(t, used(t))
	defer stop(t, c)
	for _, url := range []string{c.URL(database), c.url(superuser, database)} {
		conn, err := pgx.Connect(t.Context(), url)
		must(t, err)
		if _, err := conn.Exec(t.Context(), "select 'ana@example.com of ' || current_user, 1 / 0"); err == nil {
			t.Error("no error")
		}
		must(t, conn.Close(t.Context()))
	}
	log, err := os.ReadFile(c.folder.serverLog())
	must(t, err)
	if n := strings.Count(string(log), "ana@example.com"); n != 1 {
		t.Errorf("the log names %d of the two statements:\n%s", n, log)
	}
}

func TestStandbyStarts(t *testing.T) {
	t.Parallel()
	dir := used(t)
	primary := start(t, dir)
	remember(t, primary)
	stop(t, primary)
	signal := filepath.Join(primary.folder.data(), "standby.signal")
	must(t, os.WriteFile(signal, nil, 0o600))
	must(t, primary.owner.give(signal))
	recall(t, start(t, dir))
}

func TestSecondStartJoinsTheRunningServer(t *testing.T) {
	t.Parallel()
	dir := used(t)
	first := start(t, dir)
	remember(t, first)
	pid := server(t, dir)
	second := start(t, dir)
	if first.URL("x") != second.URL("x") || server(t, dir) != pid {
		t.Errorf("the second start did not join: %s, %s", first.URL("x"), second.URL("x"))
	}
	stop(t, first)
	recall(t, second)
	stop(t, second)
	nothingRuns(t, second)
}

func TestTwoProcessesAtOnceShareOneServer(t *testing.T) {
	t.Parallel()
	dir := home(t)
	a, b := moveIn(t, dir), moveIn(t, dir)
	a.waitReady(t)
	b.waitReady(t)
	pid := server(t, dir)

	a.moveOut(t)
	if server(t, dir) != pid {
		t.Error("the first to leave took the server along")
	}
	b.moveOut(t)
	if pid := (folder{home: dir}).postmaster(); pid != 0 {
		t.Errorf("the last to leave left server %d running", pid)
	}
}

func TestManyStartsAndStopsOfAThrowawayAtOnce(t *testing.T) {
	t.Parallel()
	dir := home(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 3 {
				c, err := Start(t.Context(), Options{DataDir: dir, Throwaway: true})
				if err != nil {
					t.Error(err)
					return
				}
				if got := ask(t, c, "select current_setting('fsync')"); got != "off" {
					t.Errorf("fsync is %s", got)
				}
				if err := c.Stop(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the last one out left the throw-away folder: %v", err)
	}
}

func TestLongAndOddPathsWork(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), strings.Repeat("long/", 40), `with a space, a "quote" and ü`)
	c := start(t, dir)
	remember(t, c)
	recall(t, c)
	if len(c.socket) > longestSocketFolder {
		t.Errorf("socket folder %s is too long", c.socket)
	}
	stop(t, c)
	nothingRuns(t, c)
}

func TestFolderBelowAClosedOneWorks(t *testing.T) {
	t.Parallel()
	closed := filepath.Join(t.TempDir(), "closed")
	must(t, os.Mkdir(closed, 0o700))
	dir := filepath.Join(closed, "pg")
	first := start(t, dir)
	remember(t, first)
	stop(t, first)
	second := start(t, dir)
	recall(t, second)
	stop(t, second)
	info, err := os.Stat(closed)
	must(t, err)
	if info.Mode().Perm() != 0o700 || uidOf(info) != os.Geteuid() {
		t.Errorf("the closed folder was opened: %v", info.Mode())
	}
}

func TestLinkToTheFolderWorksButNotForAThrowaway(t *testing.T) {
	t.Parallel()
	dir := home(t)
	must(t, os.Mkdir(dir, 0o700))
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(dir, link))
	stop(t, start(t, link))

	_, err := Start(t.Context(), Options{DataDir: link, Throwaway: true})
	wantError(t, err, nil, "symbolic link")
}

func TestURLIsReadByTheDriverAsMeant(t *testing.T) {
	t.Parallel()
	c := &Cluster{socket: "/tmp/a b+c"}
	config, err := pgx.ParseConfig(c.URL("pet care"))
	must(t, err)
	if config.Host != "/tmp/a b+c" || config.Database != "pet care" || config.User != role {
		t.Errorf("host %q, database %q, user %q", config.Host, config.Database, config.User)
	}
}
