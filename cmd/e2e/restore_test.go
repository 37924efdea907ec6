package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// The steps of the page, as printed, put a dump into the private PostgreSQL of a first start.
func TestADumpIsRestoredAsThePageSays(t *testing.T) {
	t.Parallel()
	page := testkit.Must[[]byte](t)(os.ReadFile("../../deployments/OPERATING.md"))
	steps := regexp.MustCompile("(?s)```sh\n(URL=.*?)```").FindStringSubmatch(string(page))
	if steps == nil {
		t.Fatal("the page has no steps")
	}
	folder := t.TempDir()
	before, after := kit.FreshURL(t), kit.NewDatabase(t)
	account := kit.AddAccount(t, before)
	kit.ImportExample(t, before, "main")
	run := func(line string) {
		t.Helper()
		c := exec.Command("sh", "-ec", line)
		c.Dir = folder
		c.Env = append(os.Environ(), "DATA="+folder, "PATH="+filepath.Dir(kit.PostgresProgram(t, "pg_restore"))+":"+os.Getenv("PATH"))
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	run("pg_dump --format=custom --file=petcare.dump '" + before + "'")
	kit.Run(t, after.URL(), "migrate")
	if err := os.Symlink(after.Home, filepath.Join(folder, "postgres")); err != nil {
		t.Fatal(err)
	}
	run(steps[1])
	if status := kit.Run(t, after.URL(), "migrate", "--status"); strings.Contains(status, "pending") {
		t.Error(status)
	}
	const count = `select count(*) from outbox.events where account_id = $1`
	if n, want := after.Number(count, account), number(t, openDatabase(t, before), count, account); n != want || n == 0 {
		t.Errorf("%d events, there were %d", n, want)
	}
	p := kit.StartInstance(t, after.URL())
	kit.At(t, p.URL).Send(kit.AddKey(t, after.URL()), "POST", "/v1/accounts/"+account+"/customers", `{"first_name":"Ann"}`).Object(201)
}
