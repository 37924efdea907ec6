package auth

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/ids"
)

func (c client) body(password string) string {
	return `{"account_id": "` + c.account.String() + `", "email": "Jo@Example.com", "password": "` + password + `"}`
}

// logIn returns the token of a new session.
func (c client) logIn() string {
	c.t.Helper()
	return c.token(c.send(http.MethodPost, "/auth/login", c.body("right password")))
}

func (c client) token(w *httptest.ResponseRecorder) string {
	c.t.Helper()
	c.want(w, http.StatusOK, "")
	var answer map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		c.t.Fatal(err)
	}
	token, _ := answer["access_token"].(string)
	return token
}

func (c client) want(w *httptest.ResponseRecorder, status int, code string) {
	c.t.Helper()
	if w.Code != status || code != "" && !strings.Contains(w.Body.String(), `"code":"`+code+`"`) {
		c.t.Errorf("want %d %s, got %d %s", status, code, w.Code, w.Body)
	}
}

func TestLoginAnswersTheTokenAndTheCustomer(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	w := c.send(http.MethodPost, "/auth/login", c.body("right password"))
	c.want(w, http.StatusOK, "")
	var answer map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for key := range answer {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	if want := []string{"access_token", "customer", "expires_in", "refresh_expires_at", "token_type"}; !slices.Equal(keys, want) {
		t.Errorf("keys %v", keys)
	}
	customer, _ := answer["customer"].(map[string]any)
	if answer["token_type"] != "Bearer" || answer["expires_in"] != 900.0 || customer["id"] != c.customer.String() || customer["alert"] != "<&>" {
		t.Errorf("answer %v", answer)
	}
	if w.Header().Get("Cache-Control") != "no-store" {
		t.Error("the token may be cached")
	}
}

func TestFailedLoginIsAChallengeWithoutASecret(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	w := c.send(http.MethodPost, "/auth/login", c.body("wrong password"))
	c.want(w, http.StatusUnauthorized, "login_failed")
	if w.Header().Get("WWW-Authenticate") == "" || strings.Contains(w.Body.String(), "wrong password") {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
}

func TestLoginWithABodyThatIsWrongRepeatsNoPassword(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	for body, status := range map[string]int{
		`{"account_id": "` + c.account.String() + `", "email": "jo@example.com", "password": "hunter2 hunter2", "more": 1}`: http.StatusUnprocessableEntity,
		`{"account_id": "x", "email": 7, "password": "hunter2 hunter2"}`:                                                    http.StatusUnprocessableEntity,
		`{"password": "hunter2 hunter2"`: http.StatusBadRequest,
	} {
		w := c.send(http.MethodPost, "/auth/login", body)
		c.want(w, status, "")
		if strings.Contains(w.Body.String(), "hunter2") {
			t.Errorf("the password is repeated: %s", w.Body)
		}
	}
}

func TestSixthLoginFromOneAddressWaits(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	for range 5 {
		c.want(c.send(http.MethodPost, "/auth/login", `{"account_id": "`+c.account.String()+`", "email": "`+ids.New().String()+`", "password": "x"}`),
			http.StatusUnauthorized, "")
	}
	w := c.send(http.MethodPost, "/auth/login", c.body("right password"))
	c.want(w, http.StatusTooManyRequests, "rate_limited")
	if w.Header().Get("Retry-After") != "60" {
		t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
	}
}

func TestRefreshReplacesTheTokenOfTheHeader(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	old := c.logIn()
	fresh := c.token(c.send(http.MethodPost, "/auth/refresh", "", "Authorization", "bearer "+old))
	c.want(c.send(http.MethodGet, "/auth/me", "", "Authorization", "Bearer "+old), http.StatusUnauthorized, "unauthenticated")
	w := c.send(http.MethodGet, "/auth/me", "", "Authorization", "Bearer "+fresh)
	c.want(w, http.StatusOK, "")
	if w.Header().Get("ETag") != `"3"` || !strings.HasPrefix(w.Body.String(), `{"id":"`+c.customer.String()) {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
}

func TestRefreshNeedsExactlyOneBearerToken(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	token := c.logIn()
	for _, headers := range [][]string{nil, {"Authorization", "Bearer"}, {"Authorization", token}, {"Authorization", "Basic " + token},
		{"Authorization", "ApiKey " + token}, {"X-API-Key", token}, {"Authorization", "Bearer x" + token}, {"Authorization", "Bearer " + token + " x"}} {
		c.want(c.send(http.MethodPost, "/auth/refresh", "", headers...), http.StatusUnauthorized, "unauthenticated")
	}
	for _, headers := range [][]string{{"Authorization", "Bearer " + token, "X-API-Key", "a key"}, {"Authorization", "Bearer " + token, "Authorization", "Bearer " + token}} {
		c.want(c.send(http.MethodPost, "/auth/refresh", "", headers...), http.StatusBadRequest, "ambiguous_credentials")
	}
	c.want(c.send(http.MethodGet, "/auth/me", "", "Authorization", "Bearer "+token), http.StatusOK, "")
}

func TestLogoutEndsTheToken(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	token := c.logIn()
	w := c.send(http.MethodPost, "/auth/logout", "", "Authorization", "Bearer "+token)
	c.want(w, http.StatusNoContent, "")
	if w.Body.Len() != 0 {
		t.Errorf("a body: %s", w.Body)
	}
	for _, op := range [][2]string{{http.MethodGet, "/auth/me"}, {http.MethodPost, "/auth/logout"}, {http.MethodPost, "/auth/refresh"}} {
		c.want(c.send(op[0], op[1], "", "Authorization", "Bearer "+token), http.StatusUnauthorized, "unauthenticated")
	}
}

func TestAPIKeyHasNoSession(t *testing.T) {
	t.Parallel()
	c := newClient(t)
	c.want(c.send(http.MethodGet, "/auth/me", "", "X-API-Key", "a key"), http.StatusForbidden, "forbidden")
	c.want(c.send(http.MethodPost, "/auth/logout", "", "X-API-Key", "a key"), http.StatusForbidden, "forbidden")
}
