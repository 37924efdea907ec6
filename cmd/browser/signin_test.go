package browser

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestRevokedKeyIsSignedOutWithoutAClick(t *testing.T) {
	tenant := newTenant(t)
	key := tenant.Do("POST", "/v1/apiKeys", map[string]any{"name": "Desk", "abilities": []string{"*"}}).Object(201)
	b := newTab(t, serverURL(t))
	b.cookie(keySession(t, serverURL(t), key["key"].(string)))
	b.visit("/customers/new")
	b.fill("First name", "Half typed")
	tenant.Do("DELETE", "/v1/apiKeys/"+key["id"].(string), nil)
	b.hurry()
	b.sees("You were signed out")
	b.until("the first field has the focus", "document.activeElement.id === 'email'")
	b.fill("API key", tenant.Key)
	b.press(kb.Enter)
	b.holds("First name", "Half typed")
}

func TestCookieCountsOnlyBesideTheHeader(t *testing.T) {
	tenant := newTenant(t)
	made := signIn(t, serverURL(t), `{"key": "`+tenant.Key+`"}`).Cookies()[0]
	if made.MaxAge != 8*3600 || strings.Contains(made.Value, tenant.Key) {
		t.Errorf("%v", made)
	}
	cookie := "petcare_console=" + made.Value
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

// Another tab of the browser may have signed in with another key: this one shows what that key may see.
func TestTabFollowsTheKeyOfTheBrowser(t *testing.T) {
	tenant, b := desk(t)
	b.visit("/keys")
	b.sees("Webhooks")
	other := tenant.Do("POST", "/v1/apiKeys", map[string]any{"name": "Desk", "abilities": []string{"accounts:read", "customers:read"}}).Object(201)
	b.cookie(session(t, serverURL(t), other["key"].(string)))
	b.hurry()
	b.until("it is the other key's", "document.querySelector('.person button')?.getAttribute('aria-label') === 'Signed in as Desk'")
	b.misses("Webhooks")
}

func TestSignInIsRefused(t *testing.T) {
	t.Parallel()
	key := `{"key": "` + kit.NewTenant(t).Key + `"}`
	for _, c := range []struct {
		body    string
		headers []string
		status  int
	}{
		{`{"key": "pck_x"}`, nil, http.StatusUnauthorized},
		{`{}`, nil, http.StatusUnprocessableEntity},
		{`{"key": "` + strings.Repeat("x", 5000) + `"}`, nil, http.StatusUnprocessableEntity},
		{key, []string{"Petcare-Console", ""}, http.StatusForbidden},
		{key, []string{"Content-Type", "text/plain"}, http.StatusUnsupportedMediaType},
		{key, []string{"Content-Type", "application/x-www-form-urlencoded"}, http.StatusUnsupportedMediaType},
		{key, []string{"Content-Encoding", "gzip"}, http.StatusUnsupportedMediaType},
	} {
		if got := signIn(t, serverURL(t), c.body, c.headers...); got.StatusCode != c.status || len(got.Cookies()) > 0 {
			t.Errorf("%.20s %v: %d, want %d", c.body, c.headers, got.StatusCode, c.status)
		}
	}
}

func TestSignOutEndsTheSessionAndIsSaidWhereItDoesNotReachTheServer(t *testing.T) {
	tenant := newTenant(t)
	var away atomic.Bool
	away.Store(true)
	b := signedIn(t, through(t, unreachable(&away, func(r *http.Request) bool { return r.Method == http.MethodDelete })), tenant.Key)
	b.visit("/customers/new")
	b.fill("First name", "Half typed")
	b.click("Signed in as test")
	b.click("Sign out")
	b.sees("No answer", "Appearance")
	away.Store(false)
	b.click("Sign out")
	b.sees("API key")
	b.until("the next person finds no draft", "sessionStorage.length === 0")
	b.open("main/customers")
	b.sees("Sign in", "API key")
}
