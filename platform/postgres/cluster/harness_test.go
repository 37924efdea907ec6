package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

const tenantFolder = "CLUSTER_TEST_TENANT"

// TestTenant is the second process that uses the cluster. With the variable set, it joins the cluster, prints a line, and stops at
// the end of its input.
func TestTenant(t *testing.T) {
	dir := os.Getenv(tenantFolder)
	if dir == "" {
		return
	}
	c, err := Start(t.Context(), Options{DataDir: dir})
	must(t, err)
	fmt.Println("ready")
	_, err = io.Copy(io.Discard, os.Stdin)
	must(t, err)
	must(t, c.Stop(t.Context()))
}

// tenant is a second process that uses the cluster.
type tenant struct {
	cmd   *exec.Cmd
	input io.Closer
	out   *bufio.Reader
}

func moveIn(t *testing.T, dir string) *tenant {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestTenant$")
	cmd.Env = append(os.Environ(), tenantFolder+"="+dir)
	input, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	return &tenant{cmd: cmd, input: input, out: bufio.NewReader(out)}
}

func (n *tenant) waitReady(t *testing.T) {
	t.Helper()
	line, err := n.out.ReadString('\n')
	if err != nil || line != "ready\n" {
		t.Fatalf("the other process did not start the cluster: %q, %v", line, err)
	}
}

func (n *tenant) moveOut(t *testing.T) {
	t.Helper()
	must(t, n.input.Close())
	must(t, n.cmd.Wait())
}

func (n *tenant) kill(t *testing.T) {
	t.Helper()
	must(t, n.cmd.Process.Kill())
	var ended *exec.ExitError
	if err := n.cmd.Wait(); !errors.As(err, &ended) {
		t.Fatalf("killed process: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// home returns the path of a folder that does not exist yet. Servers that still run in it when the test ends are killed.
func home(t *testing.T) string {
	t.Helper()
	base := t.TempDir()
	for _, open := range []string{base, filepath.Dir(base)} {
		must(t, os.Chmod(open, 0o755)) // so that as root, the server's user can enter directly
	}
	dir := filepath.Join(base, "pg")
	t.Cleanup(func() {
		if pid := (folder{home: dir}).postmaster(); pid != 0 {
			t.Errorf("server %d was left running", pid)
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	return dir
}

// newData is the folder that a first start leaves. TestMain removes it.
var newData = sync.OnceValues(func() (string, error) {
	base, err := os.MkdirTemp("", "cluster")
	if err != nil {
		return "", err
	}
	atEnd = func() { _ = os.RemoveAll(base) }
	if err := os.Chmod(base, 0o755); err != nil { // as home does
		return "", err
	}
	c, err := Start(context.Background(), Options{DataDir: filepath.Join(base, "pg")})
	if err != nil {
		return "", err
	}
	return c.folder.home, c.Stop(context.Background())
})

var atEnd = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	atEnd()
	os.Exit(code)
}

// used returns a folder as a first start leaves it, for tests of what comes after: initdb takes a second.
func used(t *testing.T) string {
	t.Helper()
	from, err := newData()
	must(t, err)
	dir := home(t)
	if out, err := exec.Command("cp", "-pR", from, dir).CombinedOutput(); err != nil {
		t.Fatalf("copy new data: %v: %s", err, out)
	}
	return dir
}

func start(t *testing.T, dir string) *Cluster {
	t.Helper()
	c, err := Start(t.Context(), Options{DataDir: dir})
	must(t, err)
	t.Cleanup(func() { stop(t, c) })
	return c
}

func stop(t *testing.T, c *Cluster) {
	t.Helper()
	must(t, c.Stop(context.Background()))
}

// ask runs a statement in the service's database and returns its only value.
func ask(t *testing.T, c *Cluster, sql string) string {
	t.Helper()
	return askAt(t, c.URL(database), sql)
}

func askAt(t *testing.T, url, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(context.Background())
	var value *string
	err = conn.QueryRow(t.Context(), sql).Scan(&value)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && value == nil {
		return ""
	}
	must(t, err)
	return *value
}

func remember(t *testing.T, c *Cluster) {
	t.Helper()
	ask(t, c, "create table kept (word text)")
	ask(t, c, "insert into kept values ('still here')")
}

func recall(t *testing.T, c *Cluster) {
	t.Helper()
	if got := ask(t, c, "select word from kept"); got != "still here" {
		t.Errorf("the data did not survive: %q", got)
	}
}

func server(t *testing.T, dir string) int {
	t.Helper()
	pid := (folder{home: dir}).postmaster()
	if pid == 0 {
		t.Fatal("no server runs")
	}
	return pid
}

// killServer waits until the process has ended, but not for its children.
func killServer(t *testing.T, dir string) int {
	t.Helper()
	pid := server(t, dir)
	must(t, syscall.Kill(pid, syscall.SIGKILL))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	must(t, pollUntil(ctx, func() (bool, error) { return !serves(pid, filepath.Join(dir, "data")), nil }))
	return pid
}

func nothingRuns(t *testing.T, c *Cluster) {
	t.Helper()
	if pid := c.folder.postmaster(); pid != 0 {
		t.Errorf("server %d still runs", pid)
	}
	if _, err := os.Stat(c.socket); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("socket folder %s is left: %v", c.socket, err)
	}
	if conn, err := pgx.Connect(t.Context(), c.URL(database)); err == nil {
		conn.Close(t.Context())
		t.Error("the server still answers")
	}
}

// stranger starts an unrelated process of the server's user.
func stranger(t *testing.T, o owner) int {
	t.Helper()
	cmd := o.command(t.Context(), "/bin/sleep", "600")
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd.Process.Pid
}

// zombie starts a process of the server's user that ends and is not reaped.
func zombie(t *testing.T, o owner) int {
	t.Helper()
	cmd := o.command(context.Background(), "/bin/sh", "-c", "echo done")
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	_, err = io.ReadAll(out)
	must(t, err)
	t.Cleanup(func() { _ = cmd.Wait() })
	return cmd.Process.Pid
}

// leavePidFiles leaves the pid files of a crashed server whose process id now belongs to pid.
func leavePidFiles(t *testing.T, c *Cluster, pid int) {
	t.Helper()
	socket, err := c.folder.ensureSocket(t.Context(), c.owner)
	must(t, err)
	text := fmt.Sprintf("%d\n%s\n1000000\n%s\n%s\n\n  1234 1\nready   \n", pid, c.folder.data(), socketPort, socket)
	for _, path := range []string{c.folder.pidFile(), filepath.Join(socket, ".s.PGSQL."+socketPort+".lock")} {
		must(t, os.WriteFile(path, []byte(text), 0o600))
		must(t, c.owner.give(path))
	}
}

func wantError(t *testing.T, err error, kind error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	if kind != nil && !errors.Is(err, kind) {
		t.Errorf("error is of another kind: %v", err)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("error does not say %q: %v", word, err)
		}
	}
}
