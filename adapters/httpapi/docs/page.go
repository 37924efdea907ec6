package docs

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/static"
)

//go:embed page.html
var pageTemplate string

// Page serves the documentation page and its assets. It is safe for concurrent use.
type Page struct {
	files map[string]*static.File // by URL path
}

// New returns the page for the URL path prefix, such as "/docs". It shows the OpenAPI document at the URL path document, such as
// "/v1/openapi.json". Both begin with a slash, so that the page only requests its own server.
func New(prefix, document string) (*Page, error) {
	prefix = strings.TrimSuffix(prefix, "/")
	if !isLocal(prefix) || !isLocal(document) {
		return nil, errors.New("documentation page: prefix and document must be URL paths on this server")
	}
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	p := &Page{files: make(map[string]*static.File, len(assets)+1)}
	for name, a := range assets {
		p.files[prefix+"/assets/"+name] = a
	}
	html, err := render(prefix, document, assets)
	if err != nil {
		return nil, err
	}
	p.files[prefix] = static.New("text/html; charset=utf-8", html)
	return p, nil
}

// Paths lists the URL paths to register for GET and HEAD, sorted.
func (p *Page) Paths() []string {
	return slices.Sorted(maps.Keys(p.files))
}

func render(prefix, document string, assets map[string]*static.File) ([]byte, error) {
	t, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return nil, fmt.Errorf("parse the documentation page: %w", err)
	}
	// The tag in the query allows browsers to cache an asset for ever, because a new release has other URLs.
	url := func(name string) string { return prefix + "/assets/" + name + "?v=" + assets[name].Tag() }
	var out bytes.Buffer
	err = t.Execute(&out, struct {
		Document        string
		Styles, Scripts []string
	}{
		Document: document,
		Styles:   []string{url("swagger-ui.css"), url("docs.css")},
		Scripts:  []string{url("swagger-ui-bundle.js"), url("docs.js")},
	})
	if err != nil {
		return nil, fmt.Errorf("render the documentation page: %w", err)
	}
	return out.Bytes(), nil
}

// isLocal excludes "//host/…" and "/\host/…", which browsers resolve to another server.
func isLocal(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && !strings.ContainsAny(path, "\\?#\r\n")
}
