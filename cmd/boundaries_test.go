package petcarecmd

import (
	"encoding/json"
	"github.com/petcare/petcare/platform/testkit"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const house = repository + "/"

// ask lists which modules each module may call. The graph has no cycle; the reverse direction uses events.
var ask = map[string][]string{
	"accounts":      {},
	"configlists":   {},
	"catalog":       {},
	"files":         {},
	"customerspets": {"accounts", "configlists", "files"},
	"orders":        {"accounts", "customerspets", "files"},
	"imports":       {},
	"notes":         {"customerspets", "orders"},
	"healthrecords": {"accounts", "customerspets", "files"},
	"auth":          {"accounts", "customerspets"},
	"webhooks":      {"accounts"},
}

// besides lists what some packages of modules may import besides what the others of their kind may.
var besides = map[string][]string{
	"auth/internal/issuer":          {"github.com/coreos/go-oidc", "golang.org/x/oauth2"},
	"auth/internal/tokens":          {"github.com/golang-jwt/jwt"},
	"customerspets/internal/phones": {"github.com/nyaruka/phonenumbers"},
	"files/internal/pictures":       {"golang.org/x/image", "github.com/gabriel-vasile/mimetype"},
	"files/internal/s3":             {"github.com/minio/minio-go"},
	"imports/importsfx":             {"github.com/rs/zerolog"},
	"webhooks/internal/metrics":     {"github.com/prometheus/client_golang", "github.com/rs/zerolog"},
	"webhooks/internal/engine":      {house + "modules/webhooks/internal/sender"},
	"webhooks/internal/sender":      {house + "modules/webhooks/webhookverify"},
	"webhooks/internal/store":       {house + "modules/webhooks/internal/engine"},
}

// pkg is a package of the repository and its imports.
type pkg struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

// encoder writes the JSON that clients see.
const encoder = house + "platform/apijson"

// isKernel reports whether path is of the packages that everything may import. They only depend on the standard library, uuid and x/text.
func isKernel(path string) bool { return strings.HasPrefix(path, house+"platform/kernel/") }

func isStandard(path string) bool { return !strings.Contains(strings.Split(path, "/")[0], ".") }

// allowed reports whether a package of the repository may import another package directly.
func allowed(from, to string) bool {
	rel := strings.TrimPrefix(from, house)
	part := strings.Split(rel, "/")
	third := !strings.HasPrefix(to, house) && !isStandard(to)
	switch {
	case isStandard(to) || to == "github.com/google/uuid":
		return true
	case part[0] == "cmd":
		return true
	case rel == "platform/postgres/cluster": // so that cmd/withpostgres is small and builds fast
		return anyOf(to, "github.com/jackc/pgx")
	case isKernel(from):
		return isKernel(to) || anyOf(to, "golang.org/x/text")
	case part[0] == "platform":
		return strings.HasPrefix(to, house+"platform/") || third && !anyOf(to, "github.com/gin-gonic", "github.com/danielgtaylor/huma")
	case part[0] == "modules":
		return moduleMay(part, to)
	case rel == "adapters/static":
		return false // the standard library only
	case rel == "adapters/httpapi/docs":
		return to == house+"adapters/static"
	case rel == "adapters/httpapi":
		return isKernel(to) || to == encoder || third && !anyOf(to, "gorm.io", "github.com/jackc") || to == house+"adapters/schema" || to == house+"adapters/httpapi/openapi"
	case rel == "adapters/httpapi/openapi":
		return to == house+"adapters/schema" || anyOf(to, "github.com/danielgtaylor/huma", "gopkg.in/yaml.v3")
	case part[0] == "adapters" && part[1] == "httpapi" && len(part) == 3:
		return isKernel(to) || to == house+"adapters/httpapi" || to == house+"modules/"+part[2] || anyOf(to, "github.com/danielgtaylor/huma", "go.uber.org/fx", "golang.org/x/sync")
	case part[0] == "adapters":
		return isKernel(to) || strings.HasPrefix(to, house+"platform/") || strings.HasPrefix(to, house+"adapters/") && !strings.HasPrefix(to, house+"adapters/httpapi/") || third && !anyOf(to, "github.com/gin-gonic")
	}
	return false
}

func moduleMay(part []string, to string) bool {
	m := part[1]
	root, own := house+"modules/"+m, house+"modules/"+m+"/"
	mayAsk := func() bool {
		name, ok := strings.CutPrefix(to, house+"modules/")
		return ok && slices.Contains(ask[m], name)
	}
	switch {
	case len(part) == 2: // the root
		return isKernel(to)
	case to == root || isKernel(to) || part[2] == "internal" && to == encoder || anyOf(to, besides[strings.Join(part[1:], "/")]...):
		return true
	case part[2] == m+"fx":
		return strings.HasPrefix(to, own) || strings.HasPrefix(to, house+"platform/") || anyOf(to, "go.uber.org/fx") || mayAsk()
	case part[2] == "internal" && len(part) > 3 && strings.HasPrefix(part[3], "store"):
		return to == house+"platform/postgres" || to == house+"platform/blobs" || anyOf(to, "gorm.io")
	case part[2] == "internal":
		return mayAsk()
	}
	return false // public packages beside the root, such as webhookverify
}

func anyOf(path string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return path == p || strings.HasPrefix(path, p+"/") })
}

func TestBoundariesOfImports(t *testing.T) {
	for _, p := range packages(t) {
		for _, to := range p.Imports {
			if !allowed(p.ImportPath, to) {
				t.Errorf("%s must not import %s", strings.TrimPrefix(p.ImportPath, house), strings.TrimPrefix(to, house))
			}
		}
	}
}

// A module's root must not depend on a framework, not even indirectly.
func TestBoundariesKeepFrameworksOutOfModuleRoots(t *testing.T) {
	all := map[string]pkg{}
	for _, p := range packages(t) {
		all[p.ImportPath] = p
	}
	for m := range ask {
		seen := map[string]bool{}
		var walk func(path string)
		walk = func(path string) {
			if seen[path] {
				return
			}
			seen[path] = true
			if anyOf(path, "gorm.io", "github.com/gin-gonic", "github.com/danielgtaylor", "go.uber.org/fx", "github.com/golang-jwt") ||
				strings.HasPrefix(path, house+"modules/") && !strings.HasPrefix(path+"/", house+"modules/"+m+"/") {
				t.Errorf("modules/%s reaches %s", m, path)
			}
			for _, to := range all[path].Imports {
				walk(to)
			}
		}
		walk(house + "modules/" + m)
		if len(seen) < 2 {
			t.Errorf("modules/%s imports nothing", m)
		}
	}
}

func TestBoundariesAskGraphHasNoCycle(t *testing.T) {
	if cycle := cycleIn(ask); cycle != nil {
		t.Fatalf("modules ask each other in a circle: %v", cycle)
	}
	owners := testkit.Must[[]byte](t)(os.ReadFile("../CODEOWNERS"))
	dirs := testkit.Must[[]string](t)(filepath.Glob("../modules/*/*fx"))
	for _, d := range dirs {
		name := filepath.Base(filepath.Dir(d))
		if ask[name] == nil {
			t.Errorf("module %s is not in the map of whom modules may ask", name)
		}
		if !strings.Contains(string(owners), "\n/modules/"+name+"/ ") {
			t.Errorf("module %s has no line in CODEOWNERS", name)
		}
	}
}

// filledOnce are migrations of the time when a module had a copy of another one's records.
var filledOnce = map[string]bool{"20261121235101_desk.sql": true, "20261128162000_computed.sql": true}

// published are the views that modules which may ask their module may join.
var published = []string{"customerspets.pet_labels", "files.pet_proofs"}

// One schema per module: its SQL must not name another module's, except for published views. The outbox belongs to the platform, and
// webhooks sends from it.
func TestBoundariesOfSQL(t *testing.T) {
	err := filepath.WalkDir("../modules", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if filledOnce[filepath.Base(path)] {
			return nil
		}
		m := strings.Split(filepath.ToSlash(path), "/")[2]
		for _, schema := range foreignSchemas(m, path, string(text)) {
			t.Errorf("%s names the schema %s", path, schema)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var sqlName = regexp.MustCompile(`(?i)(?:\b(?:from|join|into|update|table|references|on)\s+|Table\("|Name:\s*")(([a-z]+)\.[a-z_]+)\b`)

func foreignSchemas(module, path, text string) []string {
	if !strings.HasSuffix(path, ".sql") && !strings.Contains(path, "/store/") {
		return nil
	}
	var found []string
	for _, match := range sqlName.FindAllStringSubmatch(text, -1) {
		schema := match[2]
		_, foreign := ask[schema]
		switch {
		case schema == module, module == "webhooks" && schema == "outbox":
		case slices.Contains(published, match[1]) && slices.Contains(ask[module], schema):
		case foreign, schema == "outbox", schema == "idempotency":
			found = append(found, schema)
		}
	}
	return found
}

// The rules themselves are tested with pairs that they must reject and accept.
func TestBoundariesRefuseForbiddenPairs(t *testing.T) {
	h := house
	for _, pair := range [][2]string{
		{h + "modules/notes", "gorm.io/gorm"}, {h + "modules/notes", h + "modules/orders"}, {h + "modules/notes", "go.uber.org/fx"},
		{h + "modules/notes", h + "platform/postgres"}, {h + "modules/notes/internal/parents", "gorm.io/gorm"},
		{h + "modules/notes/internal/parents", h + "modules/catalog"}, {h + "modules/notes/internal/store", h + "modules/orders"},
		{h + "modules/notes/internal/store", h + "platform/outbox"}, {h + "modules/accounts/accountsfx", h + "modules/orders"},
		{h + "modules/notes", h + "modules/notes/internal/parents"}, {h + "modules/notes/internal/parents", h + "modules/notes/internal/store"},
		{h + "modules/notes/internal/parents", "github.com/rs/zerolog"}, {h + "modules/webhooks/internal/store", h + "modules/webhooks/internal/sender"},
		{h + "modules/webhooks/webhookverify", h + "modules/webhooks/internal/sender"},
		{h + "platform/kernel/apperr", "gorm.io/gorm"}, {h + "platform/kernel/apperr", h + "platform/postgres"}, {h + "platform/postgres", h + "modules/accounts"},
		{h + "platform/postgres/cluster", "gorm.io/gorm"}, {h + "platform/postgres/cluster", h + "platform/kernel/apperr"},
		{h + "adapters/httpapi", h + "modules/accounts"}, {h + "adapters/httpapi", "gorm.io/gorm"}, {h + "adapters/httpapi/notes", h + "modules/orders"},
		{h + "adapters/httpapi/notes", "gorm.io/gorm"}, {h + "adapters/httpapi/notes", h + "platform/postgres"},
		{h + "adapters/console", h + "modules/accounts"}, {h + "adapters/static", h + "platform/kernel/apperr"},
	} {
		if allowed(pair[0], pair[1]) {
			t.Errorf("%s may import %s, but must not", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{h + "modules/notes", h + "platform/kernel/apperr"}, {h + "modules/notes/internal/parents", h + "modules/orders"},
		{h + "modules/notes/internal/store", "gorm.io/gorm"}, {h + "modules/notes/internal/store", h + "platform/postgres"},
		{h + "modules/webhooks/internal/metrics", "github.com/rs/zerolog"}, {h + "modules/webhooks/internal/store", h + "modules/webhooks/internal/engine"},
		{h + "adapters/httpapi/notes", h + "modules/notes"}, {h + "cmd", h + "modules/notes/notesfx"},
		{h + "adapters/console", h + "adapters/httpapi"}, {h + "adapters/httpapi/docs", h + "adapters/static"},
	} {
		if !allowed(pair[0], pair[1]) {
			t.Errorf("%s must not import %s, but may", pair[0], pair[1])
		}
	}
	if cycleIn(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a"}}) == nil {
		t.Error("a circle of three is not found")
	}
	if got := foreignSchemas("notes", "x/store/a.go", "select 1 from orders.orders join notes.notes on true"); !slices.Equal(got, []string{"orders"}) {
		t.Errorf("foreign schemas: %v", got)
	}
	view := `s.In(ctx).Table("customerspets.pet_labels").Joins("join customerspets.pets on true")`
	if got := foreignSchemas("healthrecords", "x/store/a.go", view); !slices.Equal(got, []string{"customerspets"}) {
		t.Errorf("foreign schemas beside a view: %v", got)
	}
	if got := foreignSchemas("catalog", "x/store/a.go", view); !slices.Equal(got, []string{"customerspets", "customerspets"}) {
		t.Errorf("foreign schemas of a module that may not ask: %v", got)
	}
}

// The example and the output of petcare module new only import listed packages.
func TestBoundariesOfModulesFromElsewhere(t *testing.T) {
	page := testkit.Must[[]byte](t)(os.ReadFile("../deployments/MODULES.md"))
	_, list, _ := strings.Cut(string(page), "```packages\n")
	list, _, _ = strings.Cut(list, "```")
	listed := strings.Fields(list)
	known := map[string]bool{}
	for _, p := range packages(t) {
		known[strings.TrimPrefix(p.ImportPath, house)] = true
	}
	for _, name := range listed {
		if !known[name] || strings.Contains(name, "internal") {
			t.Errorf("%s cannot be imported", name)
		}
	}
	importLine := regexp.MustCompile(`"` + house + `([a-z/]+)"`)
	for _, folder := range []string{"../deployments/custom", "internal/scaffold/templates"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			for _, match := range importLine.FindAllStringSubmatch(string(text), -1) {
				if !slices.Contains(listed, match[1]) {
					t.Errorf("%s imports %s, which is not on the list", path, match[1])
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func cycleIn(graph map[string][]string) []string {
	const open, done = 1, 2
	state := map[string]int{}
	var path []string
	var visit func(n string) bool
	visit = func(n string) bool {
		switch state[n] {
		case open:
			return true
		case done:
			return false
		}
		state[n], path = open, append(path, n)
		if slices.ContainsFunc(graph[n], visit) {
			return true
		}
		state[n], path = done, path[:len(path)-1]
		return false
	}
	for n := range graph {
		if visit(n) {
			return path
		}
	}
	return nil
}

// packages lists every package of the repository with its direct imports, without those of tests.
func packages(t *testing.T) []pkg {
	t.Helper()
	command := exec.Command("go", "list", "-deps", "-json=ImportPath,Imports,Standard", "./...")
	command.Dir = ".."
	out, err := command.Output()
	if err != nil {
		t.Fatalf("list packages: %v", err)
	}
	var list []pkg
	d := json.NewDecoder(strings.NewReader(string(out)))
	for d.More() {
		var p pkg
		if err := d.Decode(&p); err != nil {
			t.Fatalf("read the list of packages: %v", err)
		}
		if strings.HasPrefix(p.ImportPath, house) {
			list = append(list, p)
		}
	}
	return list
}
