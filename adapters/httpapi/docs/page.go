// Package docs is a page that shows the OpenAPI document in a browser. Everything it needs is embedded.
package docs

import (
	"embed"
	"fmt"

	"github.com/petcare/petcare/adapters/static"
)

//go:embed assets
var embedded embed.FS

//go:embed page.html
var page string

// Path is where the page is.
const Path = "/docs"

// contentSecurityPolicy only allows requests to this server. The images are icons in the style sheet. Scripts in the document would
// not run.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// New returns the page. document is the URL path of the OpenAPI document on this server.
func New(document string) (*static.Site, error) {
	files, err := assets()
	if err != nil {
		return nil, fmt.Errorf("read the files of the documentation page: %w", err)
	}
	return static.New(Path, contentSecurityPolicy, page, map[string]any{"Document": document}, files)
}

func assets() (map[string][]byte, error) {
	entries, err := embedded.ReadDir("assets")
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte, len(entries))
	for _, entry := range entries {
		if files[entry.Name()], err = embedded.ReadFile("assets/" + entry.Name()); err != nil {
			return nil, err
		}
	}
	return files, nil
}
