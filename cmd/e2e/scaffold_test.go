package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/platform/testkit"
)

// The unchanged output of petcare module new can be built and keeps every promise.
func TestANewModuleKeepsThePromises(t *testing.T) {
	t.Parallel()
	here := testkit.Must[string](t)(filepath.Abs("../.."))
	folder := t.TempDir()
	written := newModule(t, "spa", "--resource", "spa_treatment", "--folder", folder, "--go-module", "example.com/baths", "--replace", here)
	checkSize(t, written, "main.go", "go.mod")
	// With the same dependencies, so that nothing must be downloaded.
	sums := testkit.Must[[]byte](t)(os.ReadFile("../../deployments/custom/go.sum"))
	if err := os.WriteFile(filepath.Join(folder, "go.sum"), sums, 0o600); err != nil {
		t.Fatal(err)
	}
	goTool(t, folder, "test", "-mod=mod", "-vet=off", "./...")
}

// For petcare itself, the files go to the folders of its modules. Here an overlay adds them to the checkout.
func TestANewModuleOfTheHouseIsBuilt(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	written := newModule(t, "incidents", "--resource", "incident", "--folder", folder, "--house")
	checkSize(t, written)
	here := testkit.Must[string](t)(filepath.Abs("../.."))
	overlay := map[string]map[string]string{"Replace": {}}
	for _, name := range written {
		rest := testkit.Must[string](t)(filepath.Rel(folder, name))
		overlay["Replace"][filepath.Join(here, rest)] = name
	}
	text := testkit.Must[[]byte](t)(json.Marshal(overlay))
	file := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("go", "build", "-overlay", file, "./modules/incidents/...", "./adapters/httpapi/incidents")
	c.Dir = here
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func newModule(t *testing.T, args ...string) (written []string) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := petcarecmd.Run(t.Context(), append([]string{"module", "new"}, args...), &out, &errs); status != 0 {
		t.Fatalf("%d %s", status, errs.String())
	}
	files, _, _ := strings.Cut(out.String(), "\n\n")
	return strings.Split(files, "\n")
}

// checkSize limits what a developer must read: a module with one resource has at most 8 files and 350 lines, without tests.
func checkSize(t *testing.T, written []string, beside ...string) {
	t.Helper()
	files, lines := 0, 0
	for _, name := range written {
		text := testkit.Must[[]byte](t)(os.ReadFile(name))
		if strings.HasSuffix(name, "_test.go") || len(beside) > 0 && (filepath.Base(name) == beside[0] || filepath.Base(name) == beside[1]) {
			continue
		}
		files, lines = files+1, lines+bytes.Count(text, []byte("\n"))
	}
	if files > 8 || lines > 350 || files == 0 {
		t.Errorf("%d files, %d lines", files, lines)
	}
	t.Logf("%d files, %d lines", files, lines)
}
