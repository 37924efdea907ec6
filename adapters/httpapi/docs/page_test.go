package docs_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/httpapi/docs"
)

func newPage(t *testing.T) *docs.Page {
	t.Helper()
	page, err := docs.New("/docs", "/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func get(t *testing.T, page *docs.Page, target string, headers ...string) *http.Response {
	t.Helper()
	return ask(t, page, http.MethodGet, target, headers...)
}

func ask(t *testing.T, page *docs.Page, method, target string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	page.ServeHTTP(w, r)
	return w.Result()
}

func TestPageLoadsOnlyWhatItServesItself(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	html := text(t, get(t, page, "/docs"))
	if !strings.Contains(html, `data-document="/v1/openapi.json"`) {
		t.Error("the page does not name the document")
	}
	loaded := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(html, -1)
	served := 0
	for _, match := range loaded {
		switch url := match[1]; {
		case url == "data:," || url == "/v1/openapi.json":
		case strings.HasPrefix(url, "/docs/assets/"):
			served++
			if answer := get(t, page, url); answer.StatusCode != http.StatusOK {
				t.Errorf("%s: %d", url, answer.StatusCode)
			}
		default:
			t.Errorf("the page loads %s", url)
		}
	}
	if served != 4 {
		t.Errorf("the page loads %d assets, want the bundle, the start, and two style sheets", served)
	}
	if regexp.MustCompile(`(?i)<script>|<style|\son\w+=|\sstyle=`).MatchString(html) {
		t.Error("the page has inline code, which its policy refuses")
	}
}

func TestEveryPathIsServedWithAPolicyThatFencesThePage(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	for _, path := range page.Paths() {
		answer := get(t, page, path)
		policy := answer.Header.Get("Content-Security-Policy")
		if answer.StatusCode != http.StatusOK || !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self';") {
			t.Errorf("%s: %d, policy %q", path, answer.StatusCode, policy)
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if answer.Header.Get("X-Content-Type-Options") != "nosniff" || answer.Header.Get("Content-Type") == "" {
			t.Errorf("%s: %v", path, answer.Header)
		}
	}
}

func TestLicencesOfTheBundleAreServedBesideIt(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	for name, part := range map[string]string{
		"swagger-ui.LICENSE.txt":           "Apache License",
		"swagger-ui.NOTICE.txt":            "Copyright",
		"swagger-ui-bundle.js.LICENSE.txt": "MIT License",
	} {
		if !strings.Contains(text(t, get(t, page, "/docs/assets/"+name)), part) {
			t.Errorf("%s lacks %q", name, part)
		}
	}
	bundle := text(t, get(t, page, "/docs/assets/swagger-ui-bundle.js"))
	if !strings.Contains(bundle[:200], "swagger-ui-bundle.js.LICENSE.txt") {
		t.Error("the bundle no longer points to its licences")
	}
}

func TestPrefixAndDocumentMayLieElsewhereOnTheServer(t *testing.T) {
	t.Parallel()
	page, err := docs.New("/help/api/", `/v2/a"b.json`)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(page.Paths(), "/help/api") || !slices.Contains(page.Paths(), "/help/api/assets/docs.js") {
		t.Errorf("paths: %v", page.Paths())
	}
	if html := text(t, get(t, page, "/help/api")); strings.Contains(html, `a"b.json`) {
		t.Error("the document's path breaks out of its attribute")
	}
}

func TestNewRefusesOtherServers(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"/docs", "https://example.test/openapi.json"}, {"/docs", "//example.test/openapi.json"},
		{"/docs", `/\example.test/openapi.json`}, {"/docs", ""}, {"docs", "/openapi.json"}, {"//x", "/openapi.json"},
		{"", "/openapi.json"}, {"/docs?x", "/openapi.json"},
	} {
		if _, err := docs.New(c[0], c[1]); err == nil {
			t.Errorf("New(%q, %q) was accepted", c[0], c[1])
		}
	}
}
