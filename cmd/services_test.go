package petcarecmd_test

import (
	"github.com/petcare/petcare/platform/testkit"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What one module may ask another is a page made from the code.
func TestThePageOfServicesIsWhatTheCodeOffers(t *testing.T) {
	t.Parallel()
	const page = "../deployments/SERVICES.md"
	var b strings.Builder
	b.WriteString(`# What each module's service offers

A module asks another one by calling its Service, which fx provides, inside its own transaction ([how](MODULES.md#recipes)). Each method
also takes the context first. This page is made from the code: UPDATE=1 go test ./cmd -run PageOfServices.
`)
	folders := testkit.Must[[]string](t)(filepath.Glob("../modules/[a-z]*"))
	for _, folder := range folders {
		if err := describeService(&b, filepath.Clean(folder)); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(page, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if written, err := os.ReadFile(page); err != nil || string(written) != b.String() {
		t.Errorf("deployments/SERVICES.md is not what the code offers (%v): UPDATE=1 go test ./cmd -run PageOfServices", err)
	}
}

// notForModules are the methods that only the program calls: for the import, for the module's own reactions and for its background work.
var notForModules = regexp.MustCompile(`(Import|Gone|Renamed)$|^(Announce|Register|Run|Sweep\w*|Work)$`)

var moduleTypes = regexp.MustCompile(`\b(uuid|context|paging|patch)\.(UUID|Context|Request|Precondition)\b`)

// describeService writes the methods of a module's Service, each with the first sentence of its doc.
func describeService(b *strings.Builder, folder string) error {
	set := token.NewFileSet()
	names, err := filepath.Glob(folder + "/*.go")
	if err != nil {
		return err
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil
	}
	p, err := doc.NewFromFiles(set, files, "github.com/petcare/petcare/modules/"+filepath.Base(folder))
	if err != nil {
		return err
	}
	for _, of := range p.Types {
		if of.Name != "Service" || len(of.Methods) == 0 {
			continue
		}
		b.WriteString("\n## " + p.Name + "\n\n" + p.Synopsis(p.Doc) + "\n\n")
		for _, m := range of.Methods {
			if notForModules.MatchString(m.Name) {
				continue
			}
			m.Decl.Body, m.Decl.Doc, m.Decl.Recv = nil, nil, nil
			var code strings.Builder
			if err := printer.Fprint(&code, token.NewFileSet(), m.Decl); err != nil {
				return err
			}
			signature := strings.Join(strings.Fields(strings.TrimPrefix(code.String(), "func ")), " ")
			signature = strings.NewReplacer("ctx context.Context, ", "", "(ctx context.Context)", "()").Replace(signature)
			b.WriteString("- `" + moduleTypes.ReplaceAllString(signature, "$2") + "`: " + p.Synopsis(m.Doc) + "\n")
		}
	}
	return nil
}
