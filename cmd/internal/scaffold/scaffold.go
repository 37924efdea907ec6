// Package scaffold generates the first files of a module with one resource: five operations, events, import and table.
package scaffold

import (
	"bytes"
	"embed"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/petcare/petcare/platform/kernel/apperr"
)

//go:embed templates
var files embed.FS

var templates = template.Must(template.ParseFS(files, "templates/*.tmpl"))

// Module describes the files to generate.
type Module struct {
	Name     string   // of the package, schema and ability: "grooming"
	Resource string   // singular in snake_case: "spa_treatment"
	House    bool     // for petcare itself instead of a separate Go module
	GoModule string   // path of a separate Go module: "example.com/custom"
	Go       string   // Go version
	Version  string   // of petcare
	Replace  string   // path of a checkout of petcare; "": use Version
	Taken    []string // names of the modules that exist
	Now      time.Time
}

// view holds the names for the templates. For "spa_treatment" of "spa" these are SpaTreatment, spa treatment, a spa treatment,
// spa_treatments, spa.spa_treatments, spaTreatments, spaTreatmentId, Spa treatments, and the import path.
type view struct {
	Module, Resource                                      string
	Type, Words, One, Plural, Table, Path, Param, Tag     string
	Import, HTTP, Program, GoModule, Go, Version, Replace string
	House                                                 bool
}

// typeNames are what the templates name themselves: a record of that name would not build.
var typeNames = []string{"created", "deleted", "files", "service", "store", "updated"}

var names = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// Write writes the files below folder and returns their paths, sorted. It fails with apperr.Invalid when a name cannot be used,
// and writes nothing when one of the files exists.
func (m Module) Write(folder string) ([]string, error) {
	var errs apperr.FieldErrors
	if !names.MatchString(m.Name) || strings.Contains(m.Name, "_") || token.IsKeyword(m.Name) {
		errs.Add("name", "format", "is one word of lower-case letters and digits, such as grooming")
	}
	if slices.Contains(m.Taken, m.Name) {
		errs.Add("name", "taken", "is that of a module of petcare: choose another one")
	} else if m.uses(m.Name) {
		errs.Add("name", "taken", "is a name that the files or Go use themselves: choose another one")
	}
	if slices.Contains(typeNames, m.Resource) {
		errs.Add("resource", "taken", "is a name that the files use themselves: choose another one")
	}
	if !names.MatchString(m.Resource) || token.IsKeyword(m.Resource) {
		errs.Add("resource", "format", "is what one record is called, in snake_case, such as spa_treatment")
	}
	if err := errs.Err(); err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	for name, from := range m.layout() {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if _, err := os.Stat(name); err == nil {
			return nil, fmt.Errorf("%s already exists", name)
		}
		text, err := m.render(from)
		if err != nil {
			return nil, err
		}
		texts[name] = text
	}
	written := slices.Sorted(maps.Keys(texts))
	for _, name := range written {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, texts[name], 0o644); err != nil {
			return nil, err
		}
	}
	return written, nil
}

// uses reports whether a package of that name would not build, because Go or the files of any module give the name another meaning.
func (m Module) uses(name string) bool {
	if slices.Contains([]string{"init", "main", "vendor"}, name) || doc.IsPredeclared(name) {
		return true
	}
	m.Name, m.Resource = "placeholder", "placeholder_record"
	found := false
	for _, from := range m.layout() {
		text, err := m.render(from)
		if err != nil || !strings.HasSuffix(from, ".go") {
			continue
		}
		file, _ := parser.ParseFile(token.NewFileSet(), from, text, parser.SkipObjectResolution) // render has formatted it
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && id.Name == name
			return !found
		})
	}
	return found
}

// layout maps files to their templates.
func (m Module) layout() map[string]string {
	v := m.view()
	in := func(rest string) string { return path.Join(m.Name, rest) }
	routes := in(v.HTTP + "/routes.go")
	if m.House {
		in = func(rest string) string { return path.Join("modules", m.Name, rest) }
		routes = path.Join("adapters/httpapi", m.Name, "routes.go")
	}
	layout := map[string]string{
		// Without underscores: blood_test.go would be a test, left_arm.go for one processor.
		in(strings.ReplaceAll(m.Resource, "_", "") + ".go"): "record.go", in("service.go"): "service.go", in("import.go"): "import.go",
		in("migrations/" + m.Now.UTC().Format("20060102150405") + "_" + v.Plural + ".sql"): "migration.sql",
		in("internal/store/store.go"): "store.go",
		in(m.Name + "fx/module.go"):   "module.go",
		routes:                        "routes.go",
	}
	if !m.House {
		layout["main.go"], layout["go.mod"], layout[in(m.Name+"fx/promises_test.go")] = "main.go", "go.mod", "promises_test.go"
	}
	return layout
}

func (m Module) view() view {
	words := strings.Split(m.Resource, "_")
	v := view{
		Module: m.Name, Resource: m.Resource, House: m.House, GoModule: m.GoModule, Go: m.Go, Version: m.Version, Replace: m.Replace,
		Words: strings.Join(words, " "), Plural: m.Resource + "s", Table: m.Name + "." + m.Resource + "s",
		Import: m.GoModule + "/" + m.Name, HTTP: m.Name + "http", Program: path.Base(m.GoModule),
	}
	if m.House {
		v.Import, v.HTTP = "github.com/petcare/petcare/modules/"+m.Name, m.Name
	}
	for _, w := range words {
		v.Type += strings.ToUpper(w[:1]) + w[1:]
	}
	camel := strings.ToLower(v.Type[:1]) + v.Type[1:]
	v.Path, v.Param, v.Tag = camel+"s", camel+"Id", strings.ToUpper(v.Words[:1])+v.Words[1:]+"s"
	v.One = "a " + v.Words
	if strings.ContainsRune("aeiou", rune(v.Words[0])) {
		v.One = "an " + v.Words
	}
	return v
}

func (m Module) render(from string) ([]byte, error) {
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, from+".tmpl", m.view()); err != nil {
		return nil, fmt.Errorf("fill %s: %w", from, err)
	}
	if !strings.HasSuffix(from, ".go") {
		return out.Bytes(), nil
	}
	return format.Source(out.Bytes())
}
