package docs

import (
	"net/http"
	"strconv"
	"strings"
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
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", contentSecurityPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", cacheControl(file, r))
	file.serve(w, r)
}

// cacheControl keeps what was asked for by its tag for good, and has everything else checked by ETag on each use.
func cacheControl(file *asset, r *http.Request) string {
	if r.URL.Query().Get("v") == file.tag {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	packed := a.gzipped != nil && acceptsGzip(r.Header.Values("Accept-Encoding"))
	tag := `"` + a.tag + `"`
	if packed {
		tag = `"` + a.tag + `-gzip"` // other bytes, so another tag
	}
	h.Set("ETag", tag)
	if a.gzipped != nil {
		h.Add("Vary", "Accept-Encoding")
	}
	if matches(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.gzipped
	if packed {
		h.Set("Content-Encoding", "gzip")
	} else {
		body = a.plain
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // an error means that the browser has gone
	}
}

// matches compares weakly, as If-None-Match asks: proxies that compress turn tags into weak ones.
func matches(header []string, tag string) bool {
	for item := range strings.SplitSeq(strings.Join(header, ","), ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == "*" || item == tag {
			return true
		}
	}
	return false
}

// acceptsGzip reads Accept-Encoding; "gzip;q=0" refuses it, also where "*" would allow it.
func acceptsGzip(header []string) bool {
	accepted := false
	for item := range strings.SplitSeq(strings.Join(header, ","), ",") {
		coding, weight, _ := strings.Cut(item, ";")
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "gzip", "x-gzip":
			return !isZero(weight)
		case "*":
			accepted = !isZero(weight)
		}
	}
	return accepted
}

func isZero(weight string) bool {
	text, found := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(weight), " ", ""), "q=")
	if !found {
		return false
	}
	q, err := strconv.ParseFloat(text, 64)
	return err == nil && q == 0
}
