// Package static serves pages for browsers from embedded files.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// Site is a page with its files. It is safe for concurrent use.
type Site struct {
	page   string // URL path
	base   string // URL path of the folder of all other files
	policy string
	files  map[string]file // by URL path
}

type file struct {
	body   []byte
	packed func() []byte // with gzip, at most once and as small as it gets: smaller than the server makes what differs each time
	tag    string
}

// New returns a site whose page is at the URL path. The page is a template of package html/template, which gets data and, as Base, the URL
// path of the folder of files. That path names the content of all files, so that browsers keep them for good and never mix two versions;
// the page itself is asked for on each visit. policy is the content security policy.
func New(path, policy, page string, data map[string]any, files map[string][]byte) (*Site, error) {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
		sum.Write(files[name])
	}
	s := &Site{page: path, base: path + "/" + hex.EncodeToString(sum.Sum(nil)[:8]) + "/", policy: policy, files: map[string]file{}}
	for name, body := range files {
		s.add(s.base+name, body)
	}
	t, err := template.New("page").Parse(page)
	if err != nil {
		return nil, fmt.Errorf("parse the page at %s: %w", path, err)
	}
	var html bytes.Buffer
	data["Base"] = s.base
	if err := t.Execute(&html, data); err != nil {
		return nil, fmt.Errorf("render the page at %s: %w", path, err)
	}
	s.add(path, html.Bytes())
	return s, nil
}

// add tags a file weakly, because compression changes its bytes.
func (s *Site) add(path string, body []byte) {
	sum := sha256.Sum256(body)
	packed := sync.OnceValue(func() []byte {
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // there is such a level
		_, _ = w.Write(body)                                  // cannot fail in memory
		_ = w.Close()
		return b.Bytes()
	})
	s.files[path] = file{body, packed, `W/"` + hex.EncodeToString(sum[:8]) + `"`}
}

// Base returns the URL path of the folder of the files, with a slash at its end.
func (s *Site) Base() string { return s.base }

// Paths lists the URL paths to serve, sorted.
func (s *Site) Paths() []string { return slices.Sorted(maps.Keys(s.files)) }

// ServeHTTP responds to GET and HEAD.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := s.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", s.policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Content-Type", typeOf(r.URL.Path))
	if r.URL.Path == s.page {
		h.Set("Cache-Control", "no-cache")
		h.Set("Content-Type", "text/html; charset=utf-8")
	}
	h.Set("ETag", f.tag)
	body := f.body
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = f.packed()
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// typeOf returns the media type of the few kinds of files. Package mime would read files of the machine.
func typeOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	default:
		return "text/plain; charset=utf-8"
	}
}
