package kit

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
	"github.com/petcare/petcare/platform/testkit"
)

// Database is a separate PostgreSQL server that a test may kill. It is durable, as in production.
type Database struct {
	t       *testing.T
	Home    string
	cluster *cluster.Cluster
	Socket  string
}

// NewDatabase starts a PostgreSQL server of its own, which a test may stop and kill.
func NewDatabase(t *testing.T) *Database {
	t.Helper()
	base := testkit.Must[string](t)(os.MkdirTemp("", "chaos"))
	// If the test is root, the server runs as another user, who must be able to enter.
	if err := os.Chmod(base, 0o755); err != nil {
		t.Fatal(err)
	}
	d := &Database{t: t, Home: filepath.Join(base, "pg")}
	t.Cleanup(func() {
		d.Stop()
		if err := os.RemoveAll(base); err != nil {
			t.Error(err)
		}
	})
	d.Start()
	return d
}

// Start starts the server, also after Stop and Kill.
func (d *Database) Start() {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := testkit.Must[*cluster.Cluster](d.t)(cluster.Start(ctx, cluster.Options{DataDir: d.Home}))
	d.cluster = c
	u := testkit.Must[*url.URL](d.t)(url.Parse(d.URL()))
	if d.Socket == "" {
		d.Socket = u.Query().Get("host") + "/.s.PGSQL." + u.Query().Get("port")
	}
}

// Stop shuts the server down in order: it ends sessions and flushes data.
func (d *Database) Stop() {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := d.cluster.Stop(ctx); err != nil {
		d.t.Error(err)
	}
}

// Kill kills the server and all its backends at once, like a power failure except for the disk cache.
func (d *Database) Kill() {
	d.t.Helper()
	text := testkit.Must[[]byte](d.t)(os.ReadFile(filepath.Join(d.Home, "data", "postmaster.pid")))
	line, _, _ := strings.Cut(string(text), "\n")
	pid := testkit.Must[int](d.t)(strconv.Atoi(line))
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		d.t.Fatal(err)
	}
	d.Stop() // the process has ended
}

// URL is the address of the database petcare.
func (d *Database) URL() string { return d.cluster.URL("petcare") }

// Dial connects to the socket of the server.
func (d *Database) Dial() (net.Conn, error) {
	return net.DialTimeout("unix", d.Socket, 2*time.Second)
}

// Connect opens a direct session as a role, such as the superuser "postgres".
func (d *Database) Connect(as string) *pgx.Conn {
	d.t.Helper()
	return testkit.Must[*pgx.Conn](d.t)(pgx.Connect(context.Background(), strings.Replace(d.URL(), "petcare@", as+"@", 1)))
}

// Exec runs a statement as a role.
func (d *Database) Exec(as, sql string) {
	d.t.Helper()
	conn := d.Connect(as)
	defer conn.Close(context.Background())
	if _, err := conn.Exec(context.Background(), sql); err != nil {
		d.t.Fatalf("%s: %v", sql, err)
	}
}

// Number returns the single number that a query selects.
func (d *Database) Number(sql string, args ...any) int {
	d.t.Helper()
	conn := d.Connect("petcare")
	defer conn.Close(context.Background())
	var n int
	if err := conn.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		d.t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// Standby returns a synchronous standby of d, which commits nothing before the standby has it.
func (d *Database) Standby() *Database {
	d.t.Helper()
	s := &Database{t: d.t, Home: filepath.Join(filepath.Dir(d.Home), "standby")}
	info := testkit.Must[os.FileInfo](d.t)(os.Stat(d.Home))
	owner := info.Sys().(*syscall.Stat_t)
	if err := os.Mkdir(s.Home, 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.Chown(s.Home, int(owner.Uid), int(owner.Gid)); err != nil {
		d.t.Fatal(err)
	}
	copying := exec.Command(PostgresProgram(d.t, "pg_basebackup"), "--pgdata="+filepath.Join(s.Home, "data"), "--host="+filepath.Dir(d.Socket),
		"--username=postgres", "--checkpoint=fast", "--write-recovery-conf", "--wal-method=stream")
	copying.Dir = "/"
	if os.Geteuid() == 0 {
		copying.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	if out, err := copying.CombinedOutput(); err != nil {
		d.t.Fatalf("%v: %s", err, out)
	}
	s.Start()
	d.t.Cleanup(s.Stop)
	d.Exec("postgres", "alter system set synchronous_standby_names = '*'")
	d.Exec("postgres", "select pg_reload_conf()")
	Eventually(d.t, "the standby follows", 20*time.Second, func() bool {
		conn := d.Connect("postgres")
		defer conn.Close(context.Background())
		var n int
		err := conn.QueryRow(context.Background(), "select count(*) from pg_stat_replication where sync_state = 'sync'").Scan(&n)
		return err == nil && n == 1
	})
	return s
}

// Promote makes a standby the primary.
func (d *Database) Promote() {
	d.t.Helper()
	d.Exec("postgres", "select pg_promote()")
	// The copied settings may require a standby of its own.
	d.Exec("postgres", "alter system reset synchronous_standby_names")
	d.Exec("postgres", "select pg_reload_conf()")
}

// PostgresProgram returns the path of a PostgreSQL program, from PATH or Debian's folder.
func PostgresProgram(t *testing.T, name string) string {
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
