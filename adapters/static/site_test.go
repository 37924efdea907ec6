package static_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/static"
)

func newSite(t *testing.T, script string) *static.Site {
	t.Helper()
	site, err := static.New("/x", "default-src 'self'", `<script src="{{.Base}}a.js"></script>{{.Name}}`, map[string]any{"Name": "<b>"},
		map[string][]byte{"a.js": []byte(script), "b/c.css": {}, "d.svg": {}, "LICENSE.txt": {}})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func get(site *static.Site, path, knownTag string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if knownTag != "" {
		r.Header.Set("If-None-Match", knownTag)
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, r)
	return w
}

func TestFilesAreKeptForGoodAndThePageIsAskedFor(t *testing.T) {
	t.Parallel()
	site := newSite(t, "one")
	const forever = "public, max-age=31536000, immutable"
	for path, want := range map[string][2]string{
		"/x":                        {"text/html; charset=utf-8", "no-cache"},
		site.Base() + "a.js":        {"text/javascript; charset=utf-8", forever},
		site.Base() + "b/c.css":     {"text/css; charset=utf-8", forever},
		site.Base() + "d.svg":       {"image/svg+xml", forever},
		site.Base() + "LICENSE.txt": {"text/plain; charset=utf-8", forever},
	} {
		got := get(site, path, "")
		if h := got.Header(); got.Code != http.StatusOK || h.Get("Content-Type") != want[0] || h.Get("Cache-Control") != want[1] ||
			h.Get("Content-Security-Policy") != "default-src 'self'" {
			t.Errorf("%s: %d %v", path, got.Code, h)
		}
	}
	if n := len(site.Paths()); n != 5 {
		t.Errorf("%d paths", n)
	}
	want := `<script src="` + site.Base() + `a.js"></script>&lt;b&gt;`
	if html := get(site, "/x", "").Body.String(); html != want {
		t.Errorf("the page is %s, want %s", html, want)
	}
	if newSite(t, "two").Base() == site.Base() {
		t.Error("another content has the same address")
	}
	for _, path := range []string{"/x/", site.Base(), "/x/a.js", site.Base() + "../a.js", "/"} {
		if got := get(site, path, ""); got.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}

func TestUnchangedFilesAreNotSentAgain(t *testing.T) {
	t.Parallel()
	site := newSite(t, "one")
	for _, path := range site.Paths() {
		tag := get(site, path, "").Header().Get("ETag")
		for known, status := range map[string]int{
			tag: http.StatusNotModified, `"other", ` + tag: http.StatusNotModified, `"other"`: http.StatusOK,
		} {
			if got := get(site, path, known); got.Code != status || got.Header().Get("ETag") != tag || got.Header().Get("Cache-Control") == "" {
				t.Errorf("%s with %s: %d %v", path, known, got.Code, got.Header())
			}
		}
	}
}

func TestBrowsersGetFilesPackedUnlessTheyRefuse(t *testing.T) {
	t.Parallel()
	script := strings.Repeat("a script ", 1000)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(script))
	_ = w.Close()
	site, err := static.New("/x", "default-src 'self'", "", map[string]any{}, map[string][]byte{"a.js": []byte(script), "b.js.gz": packed.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	for accepted, want := range map[string]string{"gzip, br": "gzip", "gzip;q=0.5": "gzip", "gzip;q=0": "", "br, gzip; q=0.0": "", "": ""} {
		for _, name := range []string{"a.js", "b.js"} {
			r := httptest.NewRequest(http.MethodGet, site.Base()+name, nil)
			r.Header.Set("Accept-Encoding", accepted)
			w := httptest.NewRecorder()
			site.ServeHTTP(w, r)
			body := io.Reader(w.Body)
			if got := w.Header().Get("Content-Encoding"); got != want {
				t.Fatalf("%s for %q: encoded as %q", name, accepted, got)
			}
			if want == "gzip" {
				if body, err = gzip.NewReader(w.Body); err != nil {
					t.Fatal(err)
				}
			}
			if text, err := io.ReadAll(body); err != nil || string(text) != script {
				t.Errorf("%s for %q: %d bytes, %v", name, accepted, len(text), err)
			}
		}
	}
}
