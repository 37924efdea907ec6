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
		describeService(t, &b, filepath.Clean(folder))
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
func describeService(t *testing.T, b *strings.Builder, folder string) {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range testkit.Must[[]string](t)(filepath.Glob(folder + "/*.go")) {
		if !strings.HasSuffix(name, "_test.go") {
			files = append(files, testkit.Must[*ast.File](t)(parser.ParseFile(set, name, nil, parser.ParseComments)))
		}
	}
	if len(files) == 0 {
		return
	}
	p := testkit.Must[*doc.Package](t)(doc.NewFromFiles(set, files, "github.com/petcare/petcare/modules/"+filepath.Base(folder)))
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
				t.Fatal(err)
			}
			signature := strings.Join(strings.Fields(strings.TrimPrefix(code.String(), "func ")), " ")
			signature = strings.NewReplacer("ctx context.Context, ", "", "(ctx context.Context)", "()").Replace(signature)
			b.WriteString("- `" + moduleTypes.ReplaceAllString(signature, "$2") + "`: " + p.Synopsis(m.Doc) + "\n")
		}
	}
}
