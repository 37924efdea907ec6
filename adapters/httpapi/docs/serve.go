package docs

import (
	"net/http"

	"github.com/petcare/petcare/adapters/static"
)

// contentSecurityPolicy lets the page load and ask nothing but this server. The images are the icons inside the
// style sheet; the worst that a hostile text in the document could reach is this page's own origin without scripts.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP answers GET and HEAD for Paths, 405 for other methods on them and 404 for other paths; register Paths
// only, where the router has its own way to say so.
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

// cacheControl keeps what was asked for by its tag for good, and has everything else checked by ETag on each use.
func cacheControl(file *static.File, r *http.Request) string {
	if r.URL.Query().Get("v") == file.Tag() {
		return static.Forever
	}
	return static.Check
}
