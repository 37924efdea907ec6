package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/testkit"
)

// notRun says why the commands of a page do not run here. The key begins the block.
var notRun = map[string]string{
	"make run ":              "is what this test imitates; make test is what runs it",
	"make load ":             "takes minutes; needs the other test tags",
	"docker compose exec ":   "needs installations with Docker, Kubernetes and systemd",
	"journalctl ":            "needs installations with systemd and Kubernetes",
	"DATA=/var/lib/":         "needs the private PostgreSQL of an installation",
	"URL=\"postgres://":      "runs in TestADumpIsRestoredAsThePageSays",
	"petcare distribute":     "needs a Citus cluster: TestPetcareServesNoHalfDistributedDatabase",
	"petcare export ":        "needs two installations: TestExport… moves an account",
	"export PETCARE_MOVE_":   "runs in TestAnOrganizationMovesAsThePageSays",
	"petcare organizations ": "runs in TestAnOrganizationMovesAsThePageSays",
	"go get ":                "needs a released version",
	"go build -tags ":        "needs a module of another repository",
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

// script is what a reader types into one shell to run the blocks of a page. Endless blocks run in the background; each says when it ends.
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
func runPages(t *testing.T, database string) {
	pages := pagesToRun(t)
	d := startDemo(t, database)
	for _, p := range pages {
		t.Run(p.name, func(t *testing.T) { d.run(t, p) })
	}
	if n := d.served.Load(); n < 15 {
		t.Errorf("only %d requests were made", n)
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
	d.refusals()                                            // those of other pages
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
	announced := strings.Join(status.FindAllString(strings.Join(p.blocks, ""), -1), " ")
	if got := strings.Trim(fmt.Sprint(d.refusals()), "[]"); got != announced {
		t.Errorf("requests fail with %q, the page says %q\n%s", got, announced, out)
	}
}
