// Package static serves pages for browsers from embedded files.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/http"
	"path"
	"regexp"
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

// file has its content as it is and with gzip, as small as it gets. The one that it is not made from is made when a browser first asks for
// it.
type file struct {
	plain, packed func() []byte
	tag           string
}

// New returns a site whose page is at the URL path. The page is a template of package html/template, which gets data and, as Base, the URL
// path of the folder of files. That path names the content of all files, so that browsers keep them for good and never mix two versions;
// the page itself is asked for on each visit. policy is the content security policy. A file whose name ends in ".gz" is one without that
// ending, and is packed already.
func New(path, policy, page string, data map[string]any, files map[string][]byte) (*Site, error) {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
		sum.Write(files[name])
	}
	s := &Site{page: path, base: path + "/" + hex.EncodeToString(sum.Sum(nil)[:8]) + "/", policy: policy, files: map[string]file{}}
	for name, body := range files {
		if name, packed := strings.CutSuffix(name, ".gz"); packed {
			s.files[s.base+name] = file{sync.OnceValue(func() []byte { return unpack(body) }), func() []byte { return body }, tagOf(body)}
		} else {
			s.files[s.base+name] = plainFile(body)
		}
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
	s.files[path] = plainFile(html.Bytes())
	return s, nil
}

func plainFile(body []byte) file {
	return file{func() []byte { return body }, sync.OnceValue(func() []byte { return pack(body) }), tagOf(body)}
}

// tagOf is weak, because compression changes the bytes of a file.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + hex.EncodeToString(sum[:8]) + `"`
}

func pack(body []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // there is such a level, and
	_, _ = w.Write(body)                                       // memory does not fail
	_ = w.Close()
	return packed.Bytes()
}

// unpack panics if the file was not packed, which a test of its site would show.
func unpack(packed []byte) []byte {
	var body []byte
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		body, err = io.ReadAll(r)
	}
	if err != nil {
		panic(fmt.Errorf("unpack a file: %w", err))
	}
	return body
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
	body := f.plain
	if accepts := r.Header.Get("Accept-Encoding"); strings.Contains(accepts, "gzip") && !refused.MatchString(accepts) {
		h.Set("Content-Encoding", "gzip")
		body = f.packed
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body()))
}

var refused = regexp.MustCompile(`gzip *; *q=0(\.0*)? *(,|$)`)

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
