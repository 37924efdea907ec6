package browser

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestSignOutEndsTheSession(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	b := signedIn(t, serverURL(t), tenant.Key)
	b.visit("/customers/new")
	b.fill("First name", "Half typed")
	b.click("Signed in as test")
	b.click("Sign out")
	b.sees("API key")
	b.until("the next person finds no draft", "sessionStorage.length === 0")
	b.visitSignedOut("/customers")
}

// visitSignedOut opens a page and checks that it requires a sign-in.
func (b *tab) visitSignedOut(path string) {
	b.t.Helper()
	b.open("main" + path)
	b.sees("Sign in", "API key")
}

func TestRevokedKeyIsSignedOutWithoutAClick(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	key := tenant.Do("POST", "/v1/apiKeys", map[string]any{"name": "Desk", "abilities": []string{"*"}}).Object(201)
	b := newTab(t, serverURL(t))
	b.cookie(keySession(t, serverURL(t), key["key"].(string)))
	b.visit("/customers/new")
	b.fill("First name", "Half typed")
	tenant.Do("DELETE", "/v1/apiKeys/"+key["id"].(string), nil)
	b.sees("You were signed out")
	b.fill("API key", tenant.Key)
	b.press(kb.Enter)
	b.holds("First name", "Half typed")
}

func TestCookieCountsOnlyBesideTheHeader(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	cookie := "petcare_console=" + keySession(t, serverURL(t), tenant.Key)
	s := kit.At(t, serverURL(t))
	if got := s.Send("", "GET", "/v1/apiKeys/current", nil, "Cookie", cookie); got.Status != http.StatusUnauthorized {
		t.Errorf("without the header: %d", got.Status)
	}
	if got := s.Send("", "GET", "/v1/apiKeys/current", nil, "Cookie", cookie, "Petcare-Console", "1"); got.Status != http.StatusOK {
		t.Errorf("with the header: %d", got.Status)
	}
	s.Send(tenant.Key, "GET", "/v1/apiKeys/current", nil, "Cookie", cookie, "Petcare-Console", "1").
		Problem(http.StatusBadRequest, "ambiguous_credentials")
	ended := s.Send("", "GET", "/v1/apiKeys/current", nil, "Cookie", cookie+"x", "Petcare-Console", "1")
	ended.Problem(http.StatusUnauthorized, "unauthenticated")
	none := s.Send("", "GET", "/v1/apiKeys/current", nil, "Petcare-Console", "1").Object(http.StatusUnauthorized)
	if detail := ended.Object(http.StatusUnauthorized)["detail"]; detail == none["detail"] {
		t.Errorf("a session that has ended is refused as no credential at all: %s", detail)
	}
}

func TestSignInIsRefused(t *testing.T) {
	t.Parallel()
	for body, status := range map[string]int{
		`{"key": "pck_x"}`: http.StatusUnauthorized, `{}`: http.StatusUnprocessableEntity, `{`: http.StatusBadRequest,
		`{"key": "` + strings.Repeat("x", 5000) + `"}`: http.StatusUnprocessableEntity,
	} {
		if got := signIn(t, serverURL(t), body); got.StatusCode != status || len(got.Cookies()) > 0 {
			t.Errorf("%.20s: %d, want %d", body, got.StatusCode, status)
		}
	}
	if got := signIn(t, serverURL(t), `{"key": "x"}`, "Petcare-Console", ""); got.StatusCode != http.StatusForbidden {
		t.Errorf("without the header: %d", got.StatusCode)
	}
}

func TestSignInTakesJSONAlone(t *testing.T) {
	t.Parallel()
	s, key := kit.At(t, serverURL(t)), kit.NewTenant(t).Key
	for _, other := range [][2]string{{"Content-Type", "text/plain"}, {"Content-Type", "application/x-www-form-urlencoded"}, {"Content-Encoding", "gzip"}} {
		s.Send("", "POST", "/console/session", `{"key": "`+key+`"}`, "Petcare-Console", "1", other[0], other[1]).
			Problem(http.StatusUnsupportedMediaType, "unsupported_media_type")
	}
}

func TestSixthSignInOfAMinuteIsRefused(t *testing.T) {
	t.Parallel()
	address, key := kit.AnyAddress(), kit.NewTenant(t).Key
	kit.SixthIsRefused(t, func() (status int, retryAfter string) {
		got := signIn(t, serverURL(t), `{"key": "pck_x"}`, "X-Forwarded-For", address)
		return got.StatusCode, got.Header.Get("Retry-After")
	})
	if got := signIn(t, serverURL(t), `{"key": "`+key+`"}`, "X-Forwarded-For", address); got.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the right key: %d", got.StatusCode)
	}
}

func TestCookieIsKeptFromScriptsAndOtherSites(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	for scheme, secure := range map[string]bool{"http": false, "https": true} {
		c := signIn(t, serverURL(t), `{"key": "`+tenant.Key+`"}`, "X-Forwarded-Proto", scheme).Cookies()[0]
		if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.MaxAge != 8*3600 || c.Secure != secure ||
			strings.Contains(c.Value, tenant.Key) {
			t.Errorf("over %s: %s", scheme, c)
		}
	}
}

// Another tab of the browser may have signed in with another key: this one shows what that key may see.
func TestTabFollowsTheKeyOfTheBrowser(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/keys")
	b.sees("Webhooks")
	other := tenant.Do("POST", "/v1/apiKeys", map[string]any{"name": "Desk", "abilities": []string{"accounts:read", "customers:read"}}).Object(201)
	b.cookie(session(t, serverURL(t), other["key"].(string)))
	b.until("it is the other key's", "document.querySelector('.person button')?.getAttribute('aria-label') === 'Signed in as Desk'")
	b.misses("Webhooks")
}
