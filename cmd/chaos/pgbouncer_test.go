//go:build chaos

package chaos

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// pgbouncer is a PgBouncer in front of a database, in transaction mode with five sessions unless the settings say otherwise.
type pgbouncer struct {
	t       *testing.T
	config  string
	address string
	process *exec.Cmd
}

func newPgbouncer(t *testing.T, d *kit.Database, settings ...string) *pgbouncer {
	t.Helper()
	b := &pgbouncer{t: t, address: kit.FreeAddress(t), config: filepath.Join(filepath.Dir(d.Home), "pgbouncer.ini")}
	_, port, err := net.SplitHostPort(b.address)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(`[databases]
petcare = host=%s port=5432 dbname=petcare user=petcare
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %s
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
server_login_retry = 1
`, filepath.Dir(d.Socket), port)
	text += strings.Join(settings, "\n") + "\n"
	if err := os.WriteFile(b.config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	b.start()
	t.Cleanup(b.kill)
	return b
}

func (b *pgbouncer) start() {
	b.t.Helper()
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		path = "/usr/sbin/pgbouncer"
	}
	b.process = exec.Command(path, "-q", b.config)
	b.process.Dir = "/"
	if info, err := os.Stat(filepath.Join(filepath.Dir(b.config), "pg")); err == nil && os.Geteuid() == 0 {
		owner := info.Sys().(*syscall.Stat_t) // it does not run as root
		b.process.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	b.process.Stderr = os.Stderr
	if err := b.process.Start(); err != nil {
		b.t.Fatalf("%v (apt-get install pgbouncer)", err)
	}
	kit.Eventually(b.t, "pgbouncer listens", 10*time.Second, func() bool {
		c, err := net.Dial("tcp", b.address)
		if err != nil {
			return false
		}
		return c.Close() == nil
	})
}

func (b *pgbouncer) kill() {
	_ = b.process.Process.Kill() // it may have ended
	_ = b.process.Wait()
}

func (b *pgbouncer) url() string { return b.plain() + "&default_query_exec_mode=cache_describe" }

// plain is a URL that says nothing of a pooler.
func (b *pgbouncer) plain() string {
	return "postgres://petcare@" + b.address + "/petcare?sslmode=disable"
}

// Without the refusal, serve answered some requests and failed others.
func TestChaosPoolerThatTheURLDoesNotName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settings []string
		refused  bool
	}{
		"transaction": {nil, true},
		"one session": {[]string{"default_pool_size = 1"}, true},
		"round robin": {[]string{"server_round_robin = 1", "min_pool_size = 5"}, true},
		"session":     {[]string{"pool_mode = session"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := kit.NewDatabase(t)
			kit.Run(t, d.URL(), "migrate")
			b := newPgbouncer(t, d, c.settings...)
			if !c.refused {
				kit.Run(t, b.plain(), "accounts", "list")
				return
			}
			for _, command := range []string{"migrate", "serve"} {
				out, status := kit.Command(t, b.plain(), command, "--address", "127.0.0.1:0", "--metrics-address", "")
				if status != 2 || !strings.Contains(out, "default_query_exec_mode=cache_describe") {
					t.Fatalf("%s: %d %s", command, status, out)
				}
			}
		})
	}
}

func TestChaosBehindPgbouncer(t *testing.T) {
	t.Parallel()
	d := kit.NewDatabase(t)
	b := newPgbouncer(t, d)
	if out, status := kit.Command(t, b.url(), "accounts", "list"); status != 1 || !strings.Contains(out, "run petcare migrate with the URL of the database itself") {
		t.Errorf("migrations through a pooler: %d %s", status, out)
	}
	kit.Run(t, d.URL(), "migrate")
	kit.Run(t, b.url(), "migrate", "--status")
	through := newChaosProxy(t, func() (net.Conn, error) { return net.Dial("tcp", b.address) })
	h := deploy(t, d, through, through.url()+"&default_query_exec_mode=cache_describe", 2)
	l := h.startLoad()
	l.enough(200)
	if n := d.Number(`select count(*) from pg_stat_activity where datname = 'petcare' and application_name = 'petcare'`); n > 5 {
		t.Errorf("%d sessions", n)
	}
	d.Stop()
	l.run(2 * time.Second)
	d.Start()
	l.wellAgain()
	l.recovered()
	l.enough(100)
	b.kill()
	l.run(time.Second)
	b.start()
	l.endsWell()
	h.readEverything()
	// No session keeps an advisory lock, which would block the next migration.
	if n := d.Number(`select count(*) from pg_locks where locktype = 'advisory'`); n != 0 {
		t.Errorf("%d advisory locks are left", n)
	}
}

// readEverything reads each list of the API once on each replica.
func (h *deployment) readEverything() {
	h.t.Helper()
	kit.ImportExample(h.t, h.url, "main")
	for _, p := range h.replicas {
		s := kit.At(h.t, p.URL)
		for _, list := range []string{"customers", "customers?search=zo", "customers?status=active&updatedSince=2020-01-01T00:00:00Z", "customers?email=a@example.com",
			"breeds", "colourCodes", "secondaryPetStatuses", "customerFields", "petFields", "vaccinationTypes", "preventiveTypes", "orders", "pendingReasonOptions",
			"taxes", "products/addons", "products/adjustments", "products/classes", "products/grooming", "products/rates", "products/retail", "products/training"} {
			s.Send(h.key, "GET", "/v1/accounts/"+h.account+"/"+list, nil).Object(200)
		}
	}
}
