// Package console serves the staff console: pages for a browser that call the interface as any other client does.
package console

import (
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/adapters/static"
	"github.com/petcare/petcare/platform/fxgroups"
)

// Path is where the console is, outside of the interface's base path.
const Path = "/console"

// sessionPath is where a browser asks how to sign in (GET), signs in (POST) and out (DELETE).
const sessionPath = Path + "/session"

// Console is the console with its sign-in.
type Console struct {
	site     *static.Site
	sessions *Sessions
}

// New makes the console with the pages that modules bring, whose index.js README.md describes. It fails when two bring pages under one
// name or one lacks index.js.
func New(sessions *Sessions, pages ...fxgroups.ConsolePages) (*Console, error) {
	site, err := load(pages)
	if err != nil {
		return nil, err
	}
	return &Console{site: site, sessions: sessions}, nil
}

// Mounts are the paths to serve.
func (c *Console) Mounts() []httpapi.Mount {
	return []httpapi.Mount{
		{Paths: c.site.Paths(), Handler: c.site},
		{Paths: []string{Path + "/"}, Handler: http.RedirectHandler(Path, http.StatusPermanentRedirect)},
		{Methods: []string{http.MethodGet, http.MethodPost, http.MethodDelete}, Paths: []string{sessionPath}, Handler: c.sessions},
	}
}
