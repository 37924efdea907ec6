package cluster

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestKilledProcessLeavesAServerThatTheNextAdopts(t *testing.T) {
	t.Parallel()
	dir := used(t)
	app := moveIn(t, dir)
	app.waitReady(t)
	pid := server(t, dir)
	app.kill(t)

	next := start(t, dir)
	if server(t, dir) != pid {
		t.Error("the live server was not adopted")
	}
	stop(t, next)
	nothingRuns(t, next)
}

func TestKilledServerIsStartedAgain(t *testing.T) {
	t.Parallel()
	dir := used(t)
	first := start(t, dir)
	remember(t, first)
	pid := killServer(t, dir)

	second := start(t, dir)
	if server(t, dir) == pid {
		t.Error("the dead server was adopted")
	}
	recall(t, second)
	recall(t, first) // a process from before the crash canEnter the new server under the same URL
}

func TestStartWaitsForTheChildrenOfAKilledServer(t *testing.T) {
	t.Parallel()
	dir := used(t)
	first := start(t, dir)
	remember(t, first)
	child, err := strconv.Atoi(askAt(t, first.url(superuser, database),
		"select pid::text from pg_stat_activity where backend_type = 'checkpointer'"))
	must(t, err)
	must(t, syscall.Kill(child, syscall.SIGSTOP))
	t.Cleanup(func() { _ = syscall.Kill(child, syscall.SIGCONT) })
	killServer(t, dir)

	started := make(chan *Cluster, 1)
	go func() {
		c, err := Start(t.Context(), Options{DataDir: dir})
		if err != nil {
			t.Error(err)
		}
		started <- c
	}()
	must(t, pollUntil(t.Context(), func() (bool, error) {
		log, err := os.ReadFile(first.folder.serverLog())
		return strings.Contains(string(log), "pre-existing shared memory block"), err
	}))
	must(t, syscall.Kill(child, syscall.SIGCONT))
	if second := <-started; second != nil {
		recall(t, second)
		stop(t, second)
	}
}

func TestPidFileThatNamesAnotherProcessIsStale(t *testing.T) {
	t.Parallel()
	for what, process := range map[string]func(*testing.T, owner) int{"a stranger": stranger, "a zombie": zombie} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			dir := used(t)
			first := start(t, dir)
			remember(t, first)
			stop(t, first)
			pid := process(t, first.owner)
			leavePidFiles(t, first, pid)

			next := start(t, dir)
			recall(t, next)
			stop(t, next)
			if err := syscall.Kill(pid, 0); err != nil {
				t.Errorf("the process was harmed: %v", err)
			}
		})
	}
}

func TestServerWhoseSocketWasCleanedAwayIsRestarted(t *testing.T) {
	t.Parallel()
	dir := used(t)
	app := moveIn(t, dir)
	app.waitReady(t)
	pid := server(t, dir)
	app.kill(t)
	must(t, os.RemoveAll(filepath.Join(dir, "run")))

	next := start(t, dir)
	if server(t, dir) == pid {
		t.Error("a server that nobody can reach was kept")
	}
	ask(t, next, "select 'reachable'")
}

func TestUnfinishedInitdbIsDoneAgain(t *testing.T) {
	t.Parallel()
	dir := home(t)
	f := folder{home: dir}
	must(t, os.MkdirAll(filepath.Join(f.side(), "base"), 0o700))
	must(t, os.WriteFile(filepath.Join(f.side(), "PG_VERSION"), []byte("15\n"), 0o600))
	if os.Geteuid() == 0 {
		o, err := unprivileged()
		must(t, err)
		must(t, o.give(dir))
	}
	ask(t, start(t, dir), "select 'whole'")
}

func TestCopyOfADataFolderIsAClusterOfItsOwn(t *testing.T) {
	t.Parallel()
	dir := used(t)
	first := start(t, dir)
	remember(t, first)
	stop(t, first)
	first = start(t, dir)
	twin := home(t)
	out, err := exec.Command("cp", "-a", dir, twin).CombinedOutput()
	if err != nil {
		t.Fatalf("copy: %v: %s", err, out)
	}

	second := start(t, twin)
	ask(t, second, "update kept set word = 'changed'")
	if server(t, dir) == server(t, twin) {
		t.Error("both folders have one server")
	}
	recall(t, first)
}

func TestServerInheritsNoDescriptor(t *testing.T) {
	t.Parallel()
	var pipe [2]int
	must(t, syscall.Pipe(pipe[:])) // without close-on-exec, like descriptors inherited from a shell
	read, write := os.NewFile(uintptr(pipe[0]), "read"), os.NewFile(uintptr(pipe[1]), "write")
	defer read.Close()
	ask(t, start(t, home(t)), "select 'running'")
	must(t, write.Close())

	ended := make(chan struct{})
	go func() {
		_, _ = read.Read(make([]byte, 1))
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("the server holds a descriptor of the process that started it")
	}
}

func TestKilledServerIsRevivedUnderTheSameURL(t *testing.T) {
	t.Parallel()
	dir := used(t)
	c := start(t, dir)
	remember(t, c)
	url := c.URL("petcare")
	pid := killServer(t, dir)
	revive := func() bool {
		restarted, err := c.Revive(t.Context())
		must(t, err)
		return restarted
	}
	if !revive() || c.URL("petcare") != url {
		t.Errorf("URL was %s, is %s", url, c.URL("petcare"))
	}
	recall(t, c)
	revived := server(t, dir)
	if revive() || revived == pid || server(t, dir) != revived {
		t.Error("a server that answers was started again")
	}
	stop(t, c)
	nothingRuns(t, c)
}

// After an update of the package, the libraries on disk need symbols that the running server lacks.
func TestServerUnderWhichItsPackageIsUpdatedGoesOn(t *testing.T) {
	t.Parallel()
	c := start(t, used(t))
	must(t, c.stopServer(t.Context()))
	p, lib := installed(t)
	must(t, c.launch(t.Context(), p))
	for name := range strings.SplitSeq(libraries, ",") {
		file := filepath.Join(lib, name+".so")
		text, err := os.ReadFile(file)
		must(t, err)
		newer := bytes.Replace(text, []byte("\x00errfinish\x00"), []byte("\x00err_newer\x00"), 1)
		if bytes.Equal(newer, text) {
			t.Fatalf("%s needs another symbol than this test thinks", name)
		}
		must(t, os.Remove(file))
		must(t, os.WriteFile(file, newer, 0o644))
	}
	must(t, c.Check(t.Context()))
	for _, sql := range []string{"create extension pg_trgm", "create extension btree_gin", "create extension btree_gist",
		"create table updated (n integer, t text)", "create index on updated using gin (n, t gin_trgm_ops)", "create index on updated using gist (n)"} {
		ask(t, c, sql) // each in a new session
	}
}

// installed returns the server programs under another root, where a test may change the libraries in lib. A server finds its files relative
// to its program, whose links it follows.
func installed(t *testing.T) (p programs, lib string) {
	t.Helper()
	p, err := findPrograms(t.Context(), places(), 0)
	must(t, err)
	root := filepath.Dir(home(t))
	link := func(from string) { must(t, os.Symlink(from, root+from)) }
	for _, what := range []string{"sharedir", "pkglibdir"} {
		out, err := exec.Command(p.path("pg_config"), "--"+what).Output()
		must(t, err)
		lib = strings.TrimSpace(string(out))
		must(t, os.MkdirAll(filepath.Dir(root+lib), 0o755))
		if what == "sharedir" {
			link(lib)
		}
	}
	must(t, os.MkdirAll(root+lib, 0o755))
	files, err := os.ReadDir(lib)
	must(t, err)
	for _, file := range files {
		link(filepath.Join(lib, file.Name()))
	}
	server, err := os.ReadFile(p.path("postgres"))
	must(t, err)
	p.dir = root + p.dir
	must(t, os.MkdirAll(p.dir, 0o755))
	must(t, os.WriteFile(p.path("postgres"), server, 0o755))
	return p, root + lib
}

func TestServerThatOpensNoNewSessionsIsNoticedAndRestarted(t *testing.T) {
	t.Parallel()
	dir := used(t)
	c := start(t, dir)
	remember(t, c)
	must(t, c.Check(t.Context()))
	pid := server(t, dir)
	conn, err := pgx.Connect(t.Context(), c.URL(database))
	must(t, err)
	defer conn.Close(t.Context())
	must(t, os.Remove(filepath.Join(c.socket, ".s.PGSQL."+socketPort)))

	must(t, conn.Ping(t.Context()))
	if c.Check(t.Context()) == nil {
		t.Error("a session of before answers, so nothing was noticed")
	}
	if restarted, err := c.Revive(t.Context()); err != nil || !restarted || server(t, dir) == pid {
		t.Errorf("the server was not restarted: %v", err)
	}
	recall(t, c)
}
