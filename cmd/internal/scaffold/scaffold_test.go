package scaffold_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/scaffold"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/testkit"
)

func TestNamesThatWouldNotBuildAreRefused(t *testing.T) {
	t.Parallel()
	for _, m := range []scaffold.Module{
		{Name: "Spa", Resource: "bath"}, {Name: "spa", Resource: "Bath"}, {Name: "go", Resource: "bath"}, {Name: "spa", Resource: "import"},
		{Name: "notes", Resource: "bath", Taken: []string{"notes"}}, {Name: "main", Resource: "bath"}, {Name: "spa", Resource: "service"},
		{Name: "string", Resource: "bath"}, {Name: "error", Resource: "bath"}, {Name: "init", Resource: "bath"}, {Name: "s", Resource: "bath"},
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
	m := scaffold.Module{Name: "spa", Resource: "blood_test", GoModule: "example.com/x", Go: "1.26", Now: time.Now()}
	written := testkit.Must[[]string](t)(m.Write(folder))
	for _, name := range written {
		if strings.HasSuffix(name, "_test.go") != strings.HasSuffix(name, "promises_test.go") {
			t.Errorf("%s is a test", name)
		}
		if filepath.Ext(name) != ".go" {
			continue
		}
		file := testkit.Must[*ast.File](t)(parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly))
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

// A folder in which one of the files exists stays as it is, so that the command can be repeated once the file is away.
func TestNothingIsWrittenWhenAFileExists(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go.mod", "main.go", "spa/service.go"} {
		folder := t.TempDir()
		existing := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(existing), 0o755), os.WriteFile(existing, []byte("mine"), 0o644)); err != nil {
			t.Fatal(err)
		}
		m := scaffold.Module{Name: "spa", Resource: "bath", GoModule: "example.com/x", Go: "1.26", Now: time.Now()}
		_, err := m.Write(folder)
		var files []string
		walk := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files = append(files, path)
			}
			return err
		})
		if err == nil || walk != nil || !slices.Equal(files, []string{existing}) {
			t.Errorf("%s: %v, %v, the folder has %q", name, err, walk, files)
		}
	}
}
