package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// notRun says why the commands of a page do not run here. The key begins the block.
var notRun = map[string]string{
	"make run ":            "is what this test imitates; make test is what runs it",
	"make load ":           "takes minutes; needs the other test tags",
	"docker compose exec ": "needs installations with Docker, Kubernetes and systemd",
	"journalctl ":          "needs installations with systemd and Kubernetes",
	"DATA=/var/lib/":       "needs the private PostgreSQL of an installation",
	"URL=\"postgres://":    "runs in TestADumpIsRestoredAsThePageSays",
	"go get ":              "needs a released version",
}

// endless begin the lines of commands that run until somebody ends them.
var endless = []string{"petcare events tail", "petcare webhooks listen", "curl -N", "while page="}

var (
	fence  = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")
	status = regexp.MustCompile(`\b[45]\d\d\b`)
)

// runPage is a page with the blocks that run, numbered from 0.
type runPage struct {
	name   string
	blocks []string
}

// pagesToRun returns the pages that hold commands. Those that do not run are fenced as console, or listed in notRun.
func pagesToRun(t *testing.T) (pages []runPage) {
	t.Helper()
	names := testkit.Must[[]string](t)(filepath.Glob("../../deployments/*.md"))
	skipped := map[string]bool{}
	for _, name := range append([]string{"../../README.md", "../../modules/README.md"}, names...) {
		text := testkit.Must[[]byte](t)(os.ReadFile(name))
		p := runPage{name: filepath.Base(filepath.Dir(name)) + "/" + filepath.Base(name)}
		for _, block := range fence.FindAllStringSubmatch(string(text), -1) {
			language, commands := block[1], block[2]
			why := ""
			for begin := range notRun {
				if strings.HasPrefix(commands, begin) {
					why, skipped[begin] = begin, true
				}
			}
			switch {
			case language == "" || language == "bash" || language == "shell":
				t.Errorf("%s: a block is fenced as %q; commands are sh, or console where they cannot run here:\n%s", p.name, language, commands)
			case language == "console" && why == "":
				t.Errorf("%s: nothing says why this does not run:\n%s", p.name, commands)
			case language == "sh" && why == "":
				p.blocks = append(p.blocks, commands)
			}
		}
		pages = append(pages, p)
	}
	for begin := range notRun {
		if !skipped[begin] {
			t.Errorf("no page has a block that begins with %q", begin)
		}
	}
	return pages
}

// demoProgram is petcare with the demo business, and what the commands of pages find around them.
type demoProgram struct {
	folder  string // where commands run
	env     []string
	printed *strings.Replacer // what readers replace: addresses, the key, secrets

	mu      sync.Mutex
	refused []int // statuses of 400 and more
	served  int
}

func startDemo(t *testing.T) *demoProgram {
	t.Helper()
	d := &demoProgram{folder: t.TempDir()}
	database, metrics := kit.FreshURL(t), kit.FreeAddress(t)
	p := kit.NewInstance(t, database, "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true", "PETCARE_METRICS_ADDRESS="+metrics)
	p.Args = append(p.Args, "--demo")
	p.Begin(t)
	key := regexp.MustCompile(`pck_[0-9A-Za-z]{36}`).FindString(p.Log.String())
	account := regexp.MustCompile(`account +([0-9a-f-]{36})`).FindStringSubmatch(p.Log.String())
	if key == "" || account == nil {
		t.Fatalf("the demo prints no key: %s", p.Log)
	}

	target := testkit.Must[*url.URL](t)(url.Parse(p.URL))
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(r *http.Response) error {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.served++; r.StatusCode >= 400 {
			d.refused = append(d.refused, r.StatusCode)
		}
		return nil
	}
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) {} // a command that was ended
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)

	hook, restored := kit.FreeAddress(t), testkit.Must[*url.URL](t)(url.Parse(database))
	restored.Path += "_restored"
	d.printed = strings.NewReplacer("pck_…", key, "whsec_…", "whsec_dGhpcyBpcyBhIHNlY3JldCB0aGF0IGlzIGxvbmcgZW5vdWdo", "127.0.0.1:8080", front.Listener.Addr().String(),
		"127.0.0.1:9090", metrics, "127.0.0.1:9999", hook, "webhooks listen ", "webhooks listen --on "+hook+" ",
		"postgres://petcare:…@db.example.com/restored", "'"+restored.String()+"'", "\" restored\n", "\" "+strings.TrimPrefix(restored.Path, "/")+"\n")
	t.Cleanup(func() {
		_ = exec.Command(kit.PostgresProgram(t, "dropdb"), "--if-exists", "--maintenance-db="+database, strings.TrimPrefix(restored.Path, "/")).Run()
	})

	if err := os.Mkdir(filepath.Join(d.folder, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"bin/petcare": os.Args[0], "configs": "../../configs"} {
		if err := os.Symlink(testkit.Must[string](t)(filepath.Abs(to)), filepath.Join(d.folder, link)); err != nil {
			t.Fatal(err)
		}
	}
	d.env = append(kit.Program(t, database).Env, "PETCARE_URL="+front.URL, "PETCARE_KEY="+key, "PETCARE_ACCOUNT="+account[1],
		"PATH="+filepath.Join(d.folder, "bin")+":"+filepath.Dir(kit.PostgresProgram(t, "psql"))+":"+os.Getenv("PATH"))
	return d
}

// script runs the blocks of a page in one shell, as a reader does. The shell writes N.begun before a block and N.ended after an endless one.
func (d *demoProgram) script(p runPage) (text string, endlessBlocks []int) {
	var s strings.Builder
	for i, block := range p.blocks {
		fmt.Fprintf(&s, "echo >&2 'block %d'\n", i)
		goesOn := slices.ContainsFunc(strings.Split(block, "\n"), func(line string) bool {
			return slices.ContainsFunc(endless, func(begin string) bool { return strings.HasPrefix(line, begin) })
		})
		if !goesOn {
			s.WriteString(d.printed.Replace(block))
			continue
		}
		endlessBlocks = append(endlessBlocks, i)
		fmt.Fprintf(&s, "( set +e; ( set -e\n%s\n); echo >&2 'block %d has ended' ) &\nsleep 1\n", d.printed.Replace(block), i)
	}
	return s.String(), endlessBlocks
}

// Readers paste what pages print. Each page runs in one shell, from its first command to its last; all of them against one program with
// the demo business. A request may only fail where the block names the status.
func TestCommandsOfPagesRunAsPrinted(t *testing.T) {
	t.Parallel()
	pages := pagesToRun(t)
	d := startDemo(t)
	for _, p := range pages {
		t.Run(p.name, func(t *testing.T) { d.run(t, p) })
	}
	if d.served < 15 {
		t.Errorf("only %d requests were made", d.served)
	}
}

func (d *demoProgram) run(t *testing.T, p runPage) {
	text, endlessBlocks := d.script(p)
	folder := t.TempDir()
	file, log := filepath.Join(folder, "page.sh"), testkit.Must[*os.File](t)(os.Create(filepath.Join(folder, "log")))
	defer log.Close()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "sh", "-eu", file)
	shell.Dir, shell.Env, shell.Stdout, shell.Stderr = d.folder, d.env, log, log
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // with what it leaves running
	d.refused = nil
	err := shell.Run()
	if shell.Process != nil {
		_ = syscall.Kill(-shell.Process.Pid, syscall.SIGKILL)
	}
	out := string(testkit.Must[[]byte](t)(os.ReadFile(log.Name())))
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if strings.Contains(text, "sleep 3 ") && !strings.Contains(out, "customer.updated") {
		t.Errorf("no webhook arrives\n%s", out)
	}
	for _, i := range endlessBlocks {
		if strings.Contains(out, fmt.Sprintf("block %d has ended", i)) {
			t.Errorf("block %d ends\n%s", i, out)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	announced := strings.Join(status.FindAllString(strings.Join(p.blocks, ""), -1), " ")
	if got := strings.Trim(fmt.Sprint(d.refused), "[]"); got != announced {
		t.Errorf("requests fail with %q, the page says %q\n%s", got, announced, out)
	}
}
