package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// deployments/custom is a Go module as another team would have it. It is copied to a separate folder, uses this checkout, and is
// built, started and called. Its own tests run, too.
func TestAModuleFromElsewhereIsBuiltServedAndAsked(t *testing.T) {
	t.Parallel()
	folder := copyOf(t, "../../deployments/custom")
	program := filepath.Join(folder, "custom")
	goTool(t, folder, "build", "-o", program, ".")

	url := kit.FreshURL(t)
	account := kit.AddAccount(t, url)
	key := kit.AddKey(t, url)
	p := kit.NewInstance(t, url, "PETCARE_INCIDENTS_REPORT_WITHIN=48h")
	p.Path, p.Args[0] = program, program
	p.Begin(t)
	s := kit.At(t, p.URL)
	base := "/v1/accounts/" + account + "/"
	ask := func(method, path string, body any) kit.Response { return s.Send(key, method, base+path, body) }

	customer := ask("POST", "customers", `{"first_name":"Ann"}`).Object(201)["id"].(string)
	pet := ask("POST", "customers/"+customer+"/pets", `{"name":"Rex","species":"dog"}`).Object(201)["id"].(string)
	report := func(daysAgo int) map[string]any {
		day := time.Now().AddDate(0, 0, -daysAgo).Format(time.DateOnly)
		return map[string]any{"pet_id": pet, "kind": "bite", "occurred_on": day, "description": "Snapped."}
	}
	incident := ask("POST", "incidents", report(0)).Object(201)
	at := "incidents/" + incident["id"].(string)
	ask("POST", "incidents", report(4)).Problem(422, "validation_failed") // because of the setting
	open, status := command(t, program, url, "incidents", account, "--json")
	if status != 0 || strings.TrimSpace(open) != `{"bite":1}` {
		t.Errorf("the command: %d %s", status, open)
	}

	other := ask("POST", "customers", `{"first_name":"Ben"}`).Object(201)["id"].(string)
	ask("POST", "customers/"+customer+"/pets/"+pet+"/transfer", map[string]any{"customer_id": other}).Object(200)
	if i := ask("GET", at, nil).Object(200); i["customer_id"] != other || i["version"] != 2.0 {
		t.Errorf("after the transfer: %v", i)
	}
	ask("PATCH", "customers/"+other+"/pets/"+pet, `{"status":"deceased"}`).Object(200)
	if i := ask("GET", at, nil).Object(200); i["status"] != "closed" {
		t.Errorf("after the death: %v", i)
	}
	ask("DELETE", at, nil).Object(204)
	var types []string
	for _, e := range ask("GET", "events?types=incident.*", nil).List() {
		types = append(types, e["type"].(string))
	}
	if got := strings.Join(types, " "); got != "incident.created incident.updated incident.updated incident.deleted" {
		t.Errorf("the feed tells %s", got)
	}
	lines := kit.Tenant{Service: s}.File(`{"type":"customer","external_id":"C-1","first_name":"Ann"}
{"type":"pet","external_id":"P-1","customer":"C-1","name":"Max","species":"cat"}
{"type":"incident","external_id":"I-1","pet":"P-1","kind":"escape","occurred_on":"2024-06-01","description":"Over the fence."}
`)
	if out, status := command(t, program, url, "import", "--account", "main", lines); status != 0 {
		t.Errorf("the import: %s", out)
	}
	if list := ask("GET", "incidents?kind=escape", nil).List(); len(list) != 1 || list[0]["external_id"] != "I-1" {
		t.Errorf("imported: %v", list)
	}
	versions, _ := command(t, program, url, "version", "--json")
	if !strings.Contains(versions, `"from": "example.com/custom"`) {
		t.Errorf("the versions: %s", versions)
	}
	checkLeftTables(t, url)
	goTool(t, folder, "test", "-vet=off", "./...")
}

// checkLeftTables checks what petcare without the module reports about the module's tables.
func checkLeftTables(t *testing.T, url string) {
	t.Helper()
	var list []struct {
		Name, Module string
		Gone         bool
	}
	if err := json.Unmarshal([]byte(kit.Run(t, url, "migrate", "--status", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, m := range list {
		if m.Gone {
			left++
			if m.Module != "incidents" {
				t.Errorf("%+v", m)
			}
		}
	}
	if left != 2 {
		t.Errorf("%d migrations are left of the module", left)
	}
}

// copyOf copies a Go module of this repository to an empty folder, where it uses this checkout.
func copyOf(t *testing.T, from string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	here := testkit.Must[string](t)(filepath.Abs("../.."))
	goTool(t, folder, "mod", "edit", "-replace", "github.com/petcare/petcare="+here)
	return folder
}

// goTool runs the go command in a folder, with GOFLAGS as they are: what the tests are built with is not built again. Tests that it runs
// use the same database server.
func goTool(t *testing.T, folder string, args ...string) {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = folder
	c.Env = append(os.Environ(), "GOWORK=off")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
}

// command runs a program on a database.
func command(t *testing.T, program, url string, args ...string) (string, int) {
	t.Helper()
	c := kit.Program(t, url, args...)
	c.Path, c.Args[0] = program, program
	out, err := c.Output()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}
