package docs_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"testing"
)

const bundle = "/docs/assets/swagger-ui-bundle.js"

func text(t *testing.T, answer *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestBundleIsGzippedForThoseWhoTakeItAndTheSameForOthers(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	packed := get(t, page, bundle, "Accept-Encoding", "gzip, br")
	if packed.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("headers %v", packed.Header)
	}
	reader, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	plain := get(t, page, bundle)
	if !bytes.Equal(unpacked, []byte(text(t, plain))) || len(unpacked) < 1<<20 {
		t.Errorf("%d bytes unpacked, %s plain", len(unpacked), plain.Header.Get("Content-Length"))
	}
	if packed.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Error("two encodings share a strong ETag")
	}
	for _, answer := range []*http.Response{packed, plain} {
		if answer.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("Vary %q", answer.Header.Get("Vary"))
		}
	}
}

func TestAcceptEncodingIsRead(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	for header, want := range map[string]string{
		"": "", "gzip": "gzip", "GZIP": "gzip", "br;q=1.0, gzip;q=0.8": "gzip", "*": "gzip", "x-gzip": "gzip",
		"gzip;q=0": "", "gzip; q=0.000": "", "*;q=0": "", "identity": "", "br": "", "gzip;q=0, *": "", "*, gzip;q=0": "",
		"gzip;q=0.001": "gzip",
	} {
		if got := get(t, page, bundle, "Accept-Encoding", header).Header.Get("Content-Encoding"); got != want {
			t.Errorf("%q: encoding %q, want %q", header, got, want)
		}
	}
}

func TestUnchangedFilesAreNotSentAgain(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	for _, path := range page.Paths() {
		for _, encoding := range []string{"gzip", "identity"} {
			tag := get(t, page, path, "Accept-Encoding", encoding).Header.Get("ETag")
			for _, sent := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
				again := get(t, page, path, "Accept-Encoding", encoding, "If-None-Match", sent)
				if again.StatusCode != http.StatusNotModified || again.Header.Get("ETag") != tag || text(t, again) != "" {
					t.Errorf("%s with %s: %d", path, sent, again.StatusCode)
				}
			}
			if changed := get(t, page, path, "Accept-Encoding", encoding, "If-None-Match", `"other"`); changed.StatusCode != http.StatusOK {
				t.Errorf("%s with another tag: %d", path, changed.StatusCode)
			}
		}
	}
}

func TestOnlyTaggedURLsAreKeptForGood(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	tagged := regexp.MustCompile(`/docs/assets/[^"]+\?v=[0-9a-f]+`).FindAllString(text(t, get(t, page, "/docs")), -1)
	if len(tagged) == 0 {
		t.Fatal("the page has no tagged URL")
	}
	for _, url := range tagged {
		if got := get(t, page, url).Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %s", url, got)
		}
	}
	for _, url := range []string{"/docs", bundle, bundle + "?v=0123456789abcdef", bundle + "?v="} {
		if got := get(t, page, url).Header.Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s: %s", url, got)
		}
	}
}

func TestHeadAnswersLikeGetWithoutABody(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	for _, path := range page.Paths() {
		for _, encoding := range []string{"gzip", "identity"} {
			full, head := get(t, page, path, "Accept-Encoding", encoding), ask(t, page, http.MethodHead, path, "Accept-Encoding", encoding)
			if text(t, head) != "" || head.StatusCode != http.StatusOK {
				t.Errorf("%s: %d with a body", path, head.StatusCode)
			}
			for _, name := range []string{"Content-Length", "Content-Type", "Content-Encoding", "ETag", "Cache-Control"} {
				if head.Header.Get(name) != full.Header.Get(name) {
					t.Errorf("%s: %s %q, GET has %q", path, name, head.Header.Get(name), full.Header.Get(name))
				}
			}
			if body := text(t, full); full.Header.Get("Content-Length") != strconv.Itoa(len(body)) {
				t.Errorf("%s: Content-Length %s of %d bytes", path, full.Header.Get("Content-Length"), len(body))
			}
		}
	}
}

func TestOtherMethodsAndPathsAreTurnedAway(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	if answer := ask(t, page, http.MethodPost, "/docs"); answer.StatusCode != http.StatusMethodNotAllowed || answer.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d, Allow %q", answer.StatusCode, answer.Header.Get("Allow"))
	}
	for _, path := range []string{"/docs/", "/docs/assets/", "/docs/assets/none.js", "/docs/assets/../page.html", "/"} {
		if answer := get(t, page, path); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}
