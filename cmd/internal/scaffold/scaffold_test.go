package scaffold_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/scaffold"
	"github.com/petcare/petcare/platform/apperr"
)

func TestNamesThatWouldNotBuildAreRefused(t *testing.T) {
	t.Parallel()
	for _, m := range []scaffold.Module{
		{Name: "Spa", Resource: "bath"}, {Name: "spa", Resource: "Bath"}, {Name: "go", Resource: "bath"}, {Name: "spa", Resource: "import"},
		{Name: "notes", Resource: "bath", Taken: []string{"notes"}}, {Name: "main", Resource: "bath"}, {Name: "spa", Resource: "service"},
	} {
		folder := t.TempDir()
		_, err := m.Write(folder)
		left, _ := os.ReadDir(folder)
		if !apperr.Is(err, apperr.Invalid) || len(left) > 0 {
			t.Errorf("%+v: %v, %v", m, err, left)
		}
	}
}

// Every package that the files import is a name that no module may have.
func TestNoModuleHasTheNameOfAnImport(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	written, err := scaffold.Module{Name: "spa", Resource: "blood_test", GoModule: "example.com/x", Go: "1.26", Now: time.Now()}.Write(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range written {
		if strings.HasSuffix(name, "_test.go") != strings.HasSuffix(name, "promises_test.go") {
			t.Errorf("%s is a test", name)
		}
		if filepath.Ext(name) != ".go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			if own := filepath.Base(path); !strings.HasPrefix(own, "spa") && own != "cmd" {
				if _, err := (scaffold.Module{Name: own, Resource: "bath"}).Write(t.TempDir()); !apperr.Is(err, apperr.Invalid) {
					t.Errorf("a module can be called %s: %v", own, err)
				}
			}
		}
	}
}
