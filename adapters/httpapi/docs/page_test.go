package docs_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/httpapi/docs"
	"github.com/petcare/petcare/adapters/static"
)

func newPage(t *testing.T) *static.Site {
	t.Helper()
	page, err := docs.New("/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func get(t *testing.T, page *static.Site, target string) (*http.Response, string) {
	t.Helper()
	w := httptest.NewRecorder()
	page.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
	return w.Result(), w.Body.String()
}

func TestPageLoadsOnlyWhatItServesItself(t *testing.T) {
	t.Parallel()
	page := newPage(t)
	_, html := get(t, page, "/docs")
	if !strings.Contains(html, `data-document="/v1/openapi.json"`) {
		t.Error("the page does not name the document")
	}
	loaded := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(html, -1)
	served := 0
	for _, match := range loaded {
		switch url := match[1]; {
		case url == "data:," || url == "/v1/openapi.json":
		case strings.HasPrefix(url, page.Base()):
			served++
			if answer, _ := get(t, page, url); answer.StatusCode != http.StatusOK {
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
		answer, _ := get(t, page, path)
		policy := answer.Header.Get("Content-Security-Policy")
		if answer.StatusCode != http.StatusOK || !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self';") {
			t.Errorf("%s: %d, policy %q", path, answer.StatusCode, policy)
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
			t.Errorf("%s: policy %q", path, policy)
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
		if _, text := get(t, page, page.Base()+name); !strings.Contains(text, part) {
			t.Errorf("%s lacks %q", name, part)
		}
	}
	_, bundle := get(t, page, page.Base()+"swagger-ui-bundle.js")
	if !strings.Contains(bundle[:200], "swagger-ui-bundle.js.LICENSE.txt") {
		t.Error("the bundle no longer points to its licences")
	}
}
