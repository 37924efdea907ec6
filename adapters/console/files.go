package console

import (
	"embed"
	"fmt"
	"io/fs"
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

var moduleName = regexp.MustCompile(`^[a-z][a-z0-9]{0,39}$`)

// comments are lines of the console's own files that say nothing to a browser, and what lines are indented by.
var comments = regexp.MustCompile(`(?m)^ *(//.*|/\*\*?[^*]*\*/)\n|^ +`)

// unused are the parts of the client that the console does not load.
var unused = []string{"index.js", "list.js", "operations.js", "schema.js", "types.js", "webhooks.js"}

// load makes the site of the console's own files, its client and the pages of modules.
func load(pages []fxgroups.ConsolePages) (*static.Site, error) {
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
	page := string(all["index.html"])
	delete(all, "index.html")
	return static.New(Path, contentSecurityPolicy, page, map[string]any{"First": first, "Modules": strings.Join(modules, " ")}, all)
}

// first are the scripts that the first page needs. It names them, so that the browser need not find one in another; others are loaded when
// a page that needs them is opened.
var first = []string{
	"app.js", "pages.js", "words.js", "pages/start.js", "core/board.js", "core/calls.js", "core/data.js", "core/faults.js", "core/format.js",
	"core/load.js", "core/phone.js", "core/router.js", "core/search.js", "core/session.js", "core/shell.js", "core/signin.js", "core/state.js",
	"core/ui.js", "core/values.js", "client/call.js", "client/errors.js", "vendor/htm-preact.js",
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
