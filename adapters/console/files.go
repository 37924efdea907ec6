package console

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/clients/typescript"
	"github.com/petcare/petcare/adapters/static"
	"github.com/petcare/petcare/platform/fxgroups"
)

//go:embed static
var embedded embed.FS

// contentSecurityPolicy lets the console load and ask nothing but this server, and nothing that stands inline.
const contentSecurityPolicy = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

// files are all files by their URL paths. Their paths name the content of all of them, so that browsers keep them for good and never
// mix two versions; the page itself is asked for on each visit.
type files struct {
	byPath map[string]*static.File
	base   string // URL path of the folder of everything but the page
}

var moduleName = regexp.MustCompile(`^[a-z][a-z0-9]{0,39}$`)

// comments are lines of the console's own files that say nothing to a browser, and what lines are indented by.
var comments = regexp.MustCompile(`(?m)^ *(//.*|/\*\*?[^*]*\*/)\n|^ +`)

// unused are the parts of the client that the console does not load.
var unused = []string{"index.js", "list.js", "operations.js", "schema.js", "types.js", "webhooks.js"}

func load(pages []fxgroups.ConsolePages) (*files, error) {
	own, err := fs.Sub(embedded, "static")
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	if err := read(own, "", all); err != nil {
		return nil, err
	}
	for name, text := range all {
		if !strings.HasPrefix(name, "vendor/") { // these have their licences
			all[name] = comments.ReplaceAll(text, nil)
		}
	}
	client, err := fs.Sub(typescript.Files, "dist")
	if err != nil {
		return nil, err
	}
	if err := read(client, "client/", all); err != nil {
		return nil, err
	}
	for _, name := range unused {
		delete(all, "client/"+name)
	}
	var modules []string
	byName := func(a, b fxgroups.ConsolePages) int { return strings.Compare(a.Module, b.Module) }
	for _, p := range slices.SortedFunc(slices.Values(pages), byName) {
		if !moduleName.MatchString(p.Module) || slices.Contains(modules, p.Module) {
			return nil, fmt.Errorf("console pages of %q: the name is not a word, or two modules have it", p.Module)
		}
		if _, err := fs.Stat(p.Files, "index.js"); err != nil {
			return nil, fmt.Errorf("console pages of %s: %w", p.Module, err)
		}
		if err := read(p.Files, "modules/"+p.Module+"/", all); err != nil {
			return nil, fmt.Errorf("console pages of %s: %w", p.Module, err)
		}
		modules = append(modules, p.Module)
	}
	return build(all, modules)
}

func read(from fs.FS, below string, into map[string][]byte) error {
	return fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".d.ts") {
			return err
		}
		into[below+name], err = fs.ReadFile(from, name)
		return err
	})
}

func build(all map[string][]byte, modules []string) (*files, error) {
	page := all["index.html"]
	delete(all, "index.html")
	names := slices.Sorted(maps.Keys(all))
	sum := sha256.New()
	for _, name := range names {
		fmt.Fprintf(sum, "%s %d\n", name, len(all[name]))
		sum.Write(all[name])
	}
	f := &files{byPath: map[string]*static.File{}, base: Path + "/" + hex.EncodeToString(sum.Sum(nil)[:8]) + "/"}
	for _, name := range names {
		f.byPath[f.base+name] = static.Compressed(static.TypeOf(name), all[name])
	}
	html, err := render(string(page), f.base, modules)
	if err != nil {
		return nil, err
	}
	f.byPath[Path] = static.Compressed(static.TypeOf("index.html"), html)
	return f, nil
}

// first are the scripts that the first page needs; others are loaded when a page that needs them is opened.
var first = []string{
	"app.js", "pages.js", "words.js", "pages/start.js", "core/board.js", "core/calls.js", "core/data.js", "core/faults.js", "core/format.js",
	"core/load.js", "core/phone.js", "core/router.js", "core/search.js", "core/session.js", "core/shell.js", "core/signin.js", "core/state.js",
	"core/ui.js", "core/values.js", "client/call.js", "client/errors.js", "vendor/htm-preact.js",
}

// render names the files in the page: all that the first page needs at once, so that the browser need not find one in another.
func render(page, base string, modules []string) ([]byte, error) {
	t, err := template.New("page").Parse(page)
	if err != nil {
		return nil, fmt.Errorf("parse the page of the console: %w", err)
	}
	var out bytes.Buffer
	err = t.Execute(&out, struct {
		Base    string
		First   []string
		Modules string
	}{base, first, strings.Join(modules, " ")})
	return out.Bytes(), err
}

func (f *files) paths() []string { return slices.Sorted(maps.Keys(f.byPath)) }

// ServeHTTP serves the files; the router sends paths only.
func (f *files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, ok := f.byPath[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", contentSecurityPolicy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	kept := static.Forever
	if r.URL.Path == Path {
		kept = static.Check
	}
	file.Serve(w, r, kept)
}
