package static

import (
	"net/http"
	"strconv"
	"strings"
)

// Values of Cache-Control.
const (
	Check   = "no-cache"                            // revalidated with the ETag on each use
	Forever = "public, max-age=31536000, immutable" // for URLs that contain the Tag
)

// Serve responds to GET and HEAD with the file, or with 304 if the client has it, and to other methods with 405.
func (f *File) Serve(w http.ResponseWriter, r *http.Request, cacheControl string) {
	h := w.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	h.Set("Cache-Control", cacheControl)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Type", f.contentType)
	packed := f.gzipped != nil && acceptsGzip(r.Header.Values("Accept-Encoding"))
	tag := `"` + f.tag + `"`
	if packed {
		tag = `"` + f.tag + `-gzip"` // different bytes need a different tag
	}
	h.Set("ETag", tag)
	if f.gzipped != nil {
		h.Add("Vary", "Accept-Encoding")
	}
	if matches(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.plain
	if packed {
		body = f.gzipped
		h.Set("Content-Encoding", "gzip")
	}
	content := body()
	h.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(content) // an error means that the browser has disconnected
	}
}

// matches compares weakly, as required for If-None-Match: proxies that compress make tags weak.
func matches(header []string, tag string) bool {
	for item := range strings.SplitSeq(strings.Join(header, ","), ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == "*" || item == tag {
			return true
		}
	}
	return false
}

// acceptsGzip parses Accept-Encoding. "gzip;q=0" rejects gzip, even if "*" allows it.
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
