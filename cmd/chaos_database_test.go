//go:build chaos || load

package petcarecmd

import (
	"context"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/postgres/cluster"
)

// chaosDatabase is a PostgreSQL of its own that a test may kill: durable, as in production.
type chaosDatabase struct {
	t       *testing.T
	home    string
	cluster *cluster.Cluster
	socket  string
}

func newChaosDatabase(t *testing.T) *chaosDatabase {
	t.Helper()
	base, err := os.MkdirTemp("", "chaos")
	if err != nil {
		t.Fatal(err)
	}
	// As root the server runs as another user, who has to get in.
	if err := os.Chmod(base, 0o755); err != nil {
		t.Fatal(err)
	}
	d := &chaosDatabase{t: t, home: filepath.Join(base, "pg")}
	t.Cleanup(func() {
		d.stop()
		if err := os.RemoveAll(base); err != nil {
			t.Error(err)
		}
	})
	d.start()
	return d
}

func (d *chaosDatabase) start() {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := cluster.Start(ctx, cluster.Options{DataDir: d.home})
	if err != nil {
		d.t.Fatal(err)
	}
	d.cluster = c
	u, err := url.Parse(d.url())
	if err != nil {
		d.t.Fatal(err)
	}
	if d.socket == "" {
		d.socket = u.Query().Get("host") + "/.s.PGSQL." + u.Query().Get("port")
	}
}

// stop ends the server in order: sessions are cut, data is flushed.
func (d *chaosDatabase) stop() {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := d.cluster.Stop(ctx); err != nil {
		d.t.Error(err)
	}
}

// kill ends the server and all its backends at once, as a machine that loses power would but for the disk's cache.
func (d *chaosDatabase) kill() {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.home, "data", "postmaster.pid"))
	if err != nil {
		d.t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		d.t.Fatal(err)
	}
	d.stop() // only forgets it
}

func (d *chaosDatabase) url() string { return d.cluster.URL("petcare") }

func (d *chaosDatabase) dial() (net.Conn, error) {
	return net.DialTimeout("unix", d.socket, 2*time.Second)
}

// connect opens a session past everything; with as "postgres" it is the superuser's.
func (d *chaosDatabase) connect(as string) *pgx.Conn {
	d.t.Helper()
	conn, err := pgx.Connect(context.Background(), strings.Replace(d.url(), "petcare@", as+"@", 1))
	if err != nil {
		d.t.Fatal(err)
	}
	return conn
}

func (d *chaosDatabase) exec(as, sql string) {
	d.t.Helper()
	conn := d.connect(as)
	defer conn.Close(context.Background())
	if _, err := conn.Exec(context.Background(), sql); err != nil {
		d.t.Fatalf("%s: %v", sql, err)
	}
}

// number runs a query for one number.
func (d *chaosDatabase) number(sql string, args ...any) int {
	d.t.Helper()
	conn := d.connect("petcare")
	defer conn.Close(context.Background())
	var n int
	if err := conn.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		d.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// standby is a copy that follows d; d confirms no commit before the copy has it.
func (d *chaosDatabase) standby() *chaosDatabase {
	d.t.Helper()
	s := &chaosDatabase{t: d.t, home: filepath.Join(filepath.Dir(d.home), "standby")}
	info, err := os.Stat(d.home)
	if err != nil {
		d.t.Fatal(err)
	}
	owner := info.Sys().(*syscall.Stat_t)
	if err := os.Mkdir(s.home, 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.Chown(s.home, int(owner.Uid), int(owner.Gid)); err != nil {
		d.t.Fatal(err)
	}
	copying := exec.Command(postgresProgram(d.t, "pg_basebackup"), "--pgdata="+filepath.Join(s.home, "data"), "--host="+filepath.Dir(d.socket),
		"--username=postgres", "--checkpoint=fast", "--write-recovery-conf", "--wal-method=stream")
	copying.Dir = "/"
	if os.Geteuid() == 0 {
		copying.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	if out, err := copying.CombinedOutput(); err != nil {
		d.t.Fatalf("%v: %s", err, out)
	}
	s.start()
	d.t.Cleanup(s.stop)
	d.exec("postgres", "alter system set synchronous_standby_names = '*'")
	d.exec("postgres", "select pg_reload_conf()")
	eventually(d.t, "the standby follows", 20*time.Second, func() bool {
		conn := d.connect("postgres")
		defer conn.Close(context.Background())
		var n int
		err := conn.QueryRow(context.Background(), "select count(*) from pg_stat_replication where sync_state = 'sync'").Scan(&n)
		return err == nil && n == 1
	})
	return s
}

func (d *chaosDatabase) promote() {
	d.t.Helper()
	d.exec("postgres", "select pg_promote()")
	// It may have copied the setting that would have it wait for a standby of its own.
	d.exec("postgres", "alter system reset synchronous_standby_names")
	d.exec("postgres", "select pg_reload_conf()")
}

// postgresProgram finds one of PostgreSQL's programs, on the path or where Debian keeps them.
func postgresProgram(t *testing.T, name string) string {
	t.Helper()
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(found) == 0 {
		t.Fatalf("%s is not found: %v", name, err)
	}
	return found[len(found)-1]
}
