package docs

import (
	"net/http"

	"github.com/petcare/petcare/adapters/static"
)

// contentSecurityPolicy only allows requests to this server. The images are icons in the style sheet. Scripts in the document would
// not run.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP responds to GET and HEAD of Paths, with 405 to other methods and with 404 to other paths. Register only Paths if the
// router has its own 405 and 404.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, found := p.files[r.URL.Path]
	if !found {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", contentSecurityPolicy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	file.Serve(w, r, cacheControl(file, r))
}

// cacheControl makes URLs with a tag immutable. Everything else is revalidated with its ETag on each use.
func cacheControl(file *static.File, r *http.Request) string {
	if r.URL.Query().Get("v") == file.Tag() {
		return static.Forever
	}
	return static.Check
}
