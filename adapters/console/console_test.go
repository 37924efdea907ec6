package console

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

func newConsole(t *testing.T, pages ...fxgroups.ConsolePages) *Console {
	t.Helper()
	return testkit.Must[*Console](t)(New(nil, pages...))
}

func get(c *Console, path string) *http.Response {
	w := httptest.NewRecorder()
	c.site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Result()
}

// How many bytes the files may have, each gzipped as well as can be, the charts' library apart: those of the first page, and all together.
const (
	firstAtMost = 45_000
	allAtMost   = 130_000
)

func TestConsoleIsSmall(t *testing.T) {
	t.Parallel()
	c, at, all := newConsole(t), 0, 0
	for _, path := range c.site.Paths() {
		name := strings.TrimPrefix(path, c.site.Base())
		if strings.HasPrefix(name, "vendor/uplot") || strings.HasSuffix(name, ".txt") {
			continue
		}
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // there is such a level
		_, err := io.Copy(w, get(c, path).Body)
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		all += packed.Len()
		if slices.Contains(first, name) || !strings.HasSuffix(name, ".js") {
			at += packed.Len()
		}
	}
	if at > firstAtMost || all > allAtMost {
		t.Errorf("%d bytes for the first page, at most %d; %d in all, at most %d", at, firstAtMost, all, allAtMost)
	}
	t.Logf("%d bytes gzipped for the first page, %d in all", at, all)
}

func TestEveryFileIsFencedAndKept(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	for _, path := range c.site.Paths() {
		answer := get(c, path)
		policy, kept := answer.Header.Get("Content-Security-Policy"), answer.Header.Get("Cache-Control")
		if answer.StatusCode != http.StatusOK || !strings.HasPrefix(policy, "default-src 'self';") || strings.Contains(policy, "unsafe") ||
			strings.Contains(policy, ":") {
			t.Errorf("%s: %d, policy %q", path, answer.StatusCode, policy)
		}
		if forever := strings.Contains(kept, "immutable"); forever == (path == Path) {
			t.Errorf("%s: %s", path, kept)
		}
	}
}

func TestASlashBehindThePathLeadsToTheConsole(t *testing.T) {
	t.Parallel()
	for _, m := range newConsole(t).Mounts() {
		if !slices.Contains(m.Paths, "/console/") {
			continue
		}
		w := httptest.NewRecorder()
		m.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/console/", nil))
		if got := w.Result(); got.StatusCode != http.StatusPermanentRedirect || got.Header.Get("Location") != "/console" {
			t.Errorf("got %d to %s", got.StatusCode, got.Header.Get("Location"))
		}
		return
	}
	t.Error("nothing is at /console/")
}

func TestNothingStandsInlineInThePage(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	var html bytes.Buffer
	testkit.Must[int64](t)(html.ReadFrom(get(c, Path).Body))
	if regexp.MustCompile(`(?i)<script>|<style|\son\w+=|\sstyle=|https?:`).MatchString(html.String()) {
		t.Errorf("the policy would refuse a part of %s", html.String())
	}
	for _, match := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(html.String(), -1) {
		if get(c, match[1]).StatusCode != http.StatusOK {
			t.Errorf("%s is not served", match[1])
		}
	}
}

// What a browser cannot keep from being read as markup or code has no place in the console, nor have scripts that nobody reads to their end.
func TestScriptsMakeNoMarkupOutOfTextAndAreShort(t *testing.T) {
	t.Parallel()
	forbidden := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet|eval\(|new Function`)
	err := fs.WalkDir(embedded, "static", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, "/vendor/") {
			return err
		}
		text, err := embedded.ReadFile(path)
		if lines := bytes.Count(text, []byte("\n")); lines > 300 {
			t.Errorf("%s has %d lines", path, lines)
		}
		if found := forbidden.Find(text); found != nil {
			t.Errorf("%s has %s", path, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestModulesBringPages(t *testing.T) {
	t.Parallel()
	index := fstest.MapFS{"index.js": {Data: []byte("export function register() {}")}, "more/page.js": {Data: []byte("export {}")}}
	c := newConsole(t, fxgroups.ConsolePages{Module: "incidents", Files: index})
	plain := newConsole(t)
	if c.site.Base() == plain.site.Base() {
		t.Error("another content has the same address")
	}
	for _, name := range []string{"modules/incidents/index.js", "modules/incidents/more/page.js"} {
		if got := get(c, c.site.Base()+name); got.StatusCode != http.StatusOK ||
			got.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("%s: %d %s", name, got.StatusCode, got.Header.Get("Content-Type"))
		}
	}
	for _, wrong := range [][]fxgroups.ConsolePages{
		{{Module: "incidents", Files: index}, {Module: "incidents", Files: index}}, {{Module: "../x", Files: index}}, {{Module: "incidents", Files: fstest.MapFS{}}},
	} {
		if _, err := New(nil, wrong...); err == nil {
			t.Errorf("%v is accepted", wrong)
		}
	}
}

func newSessions(t *testing.T, now *time.Time, keys ...secrets.Key) *Sessions {
	t.Helper()
	box := testkit.Must[*secrets.Box](t)(secrets.NewBox(keys))
	return NewSessions(
		box,
		clock.Clock(func() time.Time { return *now }),
		nil,
		func(context.Context, string) error { return errors.New("not asked") },
		nil,
		true,
	)
}

func TestSessionEndsAfterEightHours(t *testing.T) {
	t.Parallel()
	now := time.Now()
	one, other := secrets.Key{ID: "1", Secret: bytes.Repeat([]byte("a"), 32)}, secrets.Key{ID: "2", Secret: bytes.Repeat([]byte("b"), 32)}
	s := newSessions(t, &now, one)
	value := s.seal("ApiKey pck_key", lifetime)
	ended := func(err error) bool { return apperr.Is(err, apperr.Unauthenticated) }
	ask := func(s *Sessions, value string, headers ...string) (string, error) {
		r := httptest.NewRequest(http.MethodGet, "/v1/x", nil)
		r.AddCookie(&http.Cookie{Name: cookieName, Value: value})
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		return s.Credential(r), s.Ended(r)
	}
	if got, err := ask(s, value, headerName, "1"); got != "ApiKey pck_key" || err != nil {
		t.Errorf("the key is %q, %v", got, err)
	}
	if got, err := ask(newSessions(t, &now, other, one), value, headerName, "1"); got != "ApiKey pck_key" || err != nil {
		t.Errorf("after a rotation the key is %q, %v", got, err)
	}
	for _, header := range [][]string{nil, {headerName, "0"}} {
		if got, err := ask(s, value, header...); got != "" || err != nil {
			t.Errorf("with the header %q the key is %q, %v", header, got, err)
		}
	}
	bare := httptest.NewRequest(http.MethodGet, "/v1/x", nil)
	bare.Header.Set(headerName, "1")
	if got, err := s.Credential(bare), s.Ended(bare); got != "" || err != nil {
		t.Errorf("without a cookie the key is %q, %v", got, err)
	}
	for what, value := range map[string]string{"changed": value[:len(value)-4] + "AAAA", "empty": "", "no text": "%%"} {
		if got, err := ask(s, value, headerName, "1"); got != "" || !ended(err) {
			t.Errorf("%s: the key is %q, %v", what, got, err)
		}
	}
	if got, err := ask(newSessions(t, &now, other), value, headerName, "1"); got != "" || !ended(err) {
		t.Errorf("not ours: the key is %q, %v", got, err)
	}
	now = now.Add(8*time.Hour - time.Second)
	if got, err := ask(s, value, headerName, "1"); got == "" || err != nil {
		t.Errorf("the session ended early: %v", err)
	}
	now = now.Add(2 * time.Second)
	if got, err := ask(s, value, headerName, "1"); got != "" || !ended(err) {
		t.Errorf("the session goes on: %v", err)
	}
	s.noKeys, now = true, now.Add(-8*time.Hour)
	if got, err := ask(s, value, headerName, "1"); got != "" || !ended(err) {
		t.Errorf("keys are not let in any more: the key is %q, %v", got, err)
	}
	if first, second := s.seal("ApiKey pck_key", lifetime), s.seal("ApiKey pck_key", lifetime); first == second {
		t.Error("two sessions of a key look the same")
	}
}

func TestCookieIsSecureUnderTLS(t *testing.T) {
	t.Parallel()
	for proto, secure := range map[string]bool{
		"": false, "http": false, "https": true, "HTTPS": true, "https, http": true, "http,https": false,
	} {
		r := httptest.NewRequest(http.MethodPost, sessionPath, nil)
		r.Header.Set("X-Forwarded-Proto", proto)
		if c := newCookie(r, "", 1); c.Secure != secure {
			t.Errorf("forwarded over %q: %v", proto, c)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "https://petcare.example"+sessionPath, nil)
	if c := newCookie(r, "", 1); !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
		t.Errorf("over TLS: %v", c)
	}
}

func TestFaultsOfASignInAreNamed(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"key":1}`: "validation_failed key type", `[]`: "validation_failed  type", `{"key":`: "malformed_json",
		`{"key":null}`: "validation_failed key required", `{"key":"x","foo":1}`: "validation_failed foo unknown",
		`{"Key":"x","a":1}`: "validation_failed key required Key unknown a unknown",
	} {
		_, err := bodyOf(httptest.NewRecorder(), signIn(strings.NewReader(body)))
		known, ok := errors.AsType[*apperr.Error](err)
		if !ok {
			t.Fatalf("%s: %v", body, err)
		}
		got := known.Code
		for _, f := range known.Errors {
			got += " " + f.Field + " " + f.Code
		}
		if got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

func signIn(body io.Reader) *http.Request {
	r := httptest.NewRequest(http.MethodPost, sessionPath, body)
	r.Header.Set("Content-Type", "application/json")
	return r
}

// What cannot be read is a fault of the request and not of the server, unless it is late.
func TestABodyThatBreaksIsNoInternalError(t *testing.T) {
	t.Parallel()
	_, err := bodyOf(httptest.NewRecorder(), signIn(iotest.ErrReader(errors.New("malformed chunked encoding"))))
	if !apperr.Is(err, apperr.Malformed) {
		t.Errorf("broken: %v", err)
	}
	_, err = bodyOf(httptest.NewRecorder(), signIn(iotest.ErrReader(os.ErrDeadlineExceeded)))
	if !apperr.Is(err, apperr.Unavailable) {
		t.Errorf("late: %v", err)
	}
}

// Another host of the domain can set a cookie for all of it, but not one whose name has the prefix, nor one that replaces ours.
func TestCookieIsOfThisHostAlone(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := newSessions(t, &now, secrets.Key{ID: "1", Secret: bytes.Repeat([]byte("a"), 32)})
	value := s.seal("ApiKey pck_key", time.Hour)
	ask := func(proto string, names ...string) (string, error) {
		r := httptest.NewRequest(http.MethodGet, "/v1/x", nil)
		r.Header.Set(headerName, "1")
		r.Header.Set("X-Forwarded-Proto", proto)
		for _, name := range names {
			r.AddCookie(&http.Cookie{Name: name, Value: value})
		}
		return s.Credential(r), s.Ended(r)
	}
	const plain, prefixed = "petcare_console", "__Host-petcare_console"
	for _, c := range []struct {
		proto string
		names []string
		key   string
		code  string
	}{
		{"https", []string{prefixed}, "ApiKey pck_key", ""},
		{"https", []string{plain}, "", ""},
		{"https", []string{plain, prefixed, plain}, "ApiKey pck_key", ""},
		{"http", []string{plain}, "ApiKey pck_key", ""},
		{"http", []string{plain, plain}, "", "ambiguous_credentials"},
		{"https", []string{prefixed, prefixed}, "", "ambiguous_credentials"},
	} {
		key, err := ask(c.proto, c.names...)
		var refused *apperr.Error
		if key != c.key || errors.As(err, &refused) != (c.code != "") || refused != nil && refused.Code != c.code {
			t.Errorf("%v over %s: %q, %v", c.names, c.proto, key, err)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/console/session", nil)
	r.Header.Set("X-Forwarded-Proto", "https")
	if c := newCookie(r, value, 1); c.Name != prefixed || !c.Secure || c.Path != "/" || c.Domain != "" {
		t.Errorf("the cookie is %v", c)
	}
}
