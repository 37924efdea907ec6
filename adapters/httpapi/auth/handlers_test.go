package auth

import (
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/apitest"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/auth/authfx"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/customerspets/customerspetsfx"
	"github.com/petcare/petcare/modules/files/filesfx"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/testkit"
)

// authenticator is the real one, which is there once the modules are wired.
type authenticator struct{ *auth.Service }

// site is auth over HTTP with the modules that it asks, and a customer jo@example.com whose password is "right password".
type site struct {
	*apitest.Site
	customer     customerspets.Customer
	organization string
	address      string // logins are limited by it
	auth         *auth.Service
}

func open(t *testing.T) *site {
	t.Helper()
	t.Parallel()
	k := testkit.New(t,
		fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
		fxgroups.Migrations{Module: "configlists", Files: fxgroups.Sub(configlists.Files)},
		fxgroups.Migrations{Module: "customerspets", Files: fxgroups.Sub(customerspets.Files)},
		fxgroups.Migrations{Module: "auth", Files: fxgroups.Sub(auth.Files)})
	var places *accounts.Service
	var customers *customerspets.Service
	who := &authenticator{}
	proxies := []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} // where httptest comes from
	id := ids.New()
	s := &site{organization: id.String(), address: netip.AddrFrom4([4]byte(id[12:])).String()}
	s.Site = apitest.Open(k, httpapi.Options{Authenticator: who, TrustProxy: proxies},
		accountsfx.Module, configlistsfx.Module, customerspetsfx.Module, filesfx.Module, fx.Supply(config.Config{}, outbox.Keep(0)), authfx.Module, Module, fx.Provide(passwords.New),
		fx.Supply(auth.Options{AccessTTL: 15 * time.Minute, RefreshTTL: 14 * 24 * time.Hour,
			SigningKeys: []auth.SigningKey{{ID: "k1", Secret: []byte("the first key, of 32 bytes or so")}}}),
		fx.Populate(&places, &customers, &who.Service))
	s.auth = who.Service
	account := testkit.Must[accounts.Account](t)(places.Create(k.Ctx, accounts.AccountCreate{
		Organization: s.organization, Code: "camden", Name: "Camden", Timezone: "Europe/London", Currency: "GBP", Country: "GB"}))
	s.Use(account.OrganizationID, account.ID)
	jo := customerspets.CustomerPatch{}
	jo.FirstName, jo.LastName = patch.Of("Jo"), patch.Of("O<&>")
	jo.Email, jo.Password = patch.Of("jo@example.com"), patch.Of("right password")
	made, _, err := customers.CreateCustomer(s.Ctx, s.Account, jo)
	if err != nil {
		t.Fatal(err)
	}
	s.customer = made
	return s
}

func (s *site) post(credential, path, body string, headers ...string) apitest.Answer {
	s.Helper()
	return s.Do(credential, http.MethodPost, "/v1/auth/"+path, body, headers...)
}

func (s *site) me(credential string) apitest.Answer {
	s.Helper()
	return s.Do(credential, http.MethodGet, "/v1/auth/me", "")
}

func (s *site) logIn(email, password string) apitest.Answer {
	s.Helper()
	return s.post("", "login", `{"account_id": "`+s.Account.String()+`", "email": "`+email+`", "password": "`+password+`"}`,
		"X-Forwarded-For", s.address)
}

// token is the credential of a fresh session.
func (s *site) token() string {
	s.Helper()
	return "Bearer " + s.logIn("Jo@Example.com", "right password").Want(http.StatusOK, "").Body["access_token"].(string)
}

func TestLoginAnswersTheTokenAndTheCustomer(t *testing.T) {
	s := open(t)
	a := s.logIn("Jo@Example.com", "right password").Want(http.StatusOK, "")
	keys := slices.Sorted(maps.Keys(a.Body))
	if want := []string{"access_token", "customer", "expires_in", "refresh_expires_at", "token_type"}; !slices.Equal(keys, want) {
		t.Errorf("keys %v", keys)
	}
	customer, _ := a.Body["customer"].(map[string]any)
	if a.Body["token_type"] != "Bearer" || a.Body["expires_in"] != 900.0 || customer["id"] != s.customer.ID.String() ||
		!strings.Contains(a.Text, "O<&>") {
		t.Errorf("answer %s", a.Text)
	}
	if a.Header.Get("Cache-Control") != "no-store" {
		t.Error("the token may be cached")
	}
}

func TestFailedLoginIsAChallengeWithoutASecret(t *testing.T) {
	s := open(t)
	a := s.logIn("jo@example.com", "wrong password").Want(http.StatusUnauthorized, "login_failed")
	if a.Header.Get("WWW-Authenticate") == "" || strings.Contains(a.Text, "wrong password") {
		t.Errorf("%v %s", a.Header, a.Text)
	}
}

func TestLoginWithABodyThatIsWrongRepeatsNoPassword(t *testing.T) {
	s := open(t)
	for body, status := range map[string]int{
		`{"account_id": "` + s.Account.String() + `", "email": "jo@example.com", "password": "hunter2 hunter2", "more": 1}`: http.StatusUnprocessableEntity,
		`{"account_id": "x", "email": 7, "password": "hunter2 hunter2"}`:                                                    http.StatusUnprocessableEntity,
		`{"password": "hunter2 hunter2"`: http.StatusBadRequest,
	} {
		if a := s.post("", "login", body); a.Status != status || strings.Contains(a.Text, "hunter2") {
			t.Errorf("%s: %d %s", body, a.Status, a.Text)
		}
	}
}

func TestSixthLoginFromOneAddressWaits(t *testing.T) {
	s := open(t)
	for range 5 {
		s.logIn(ids.New().String()+"@example.com", "x").Want(http.StatusUnauthorized, "login_failed")
	}
	a := s.logIn("jo@example.com", "right password").Want(http.StatusTooManyRequests, "rate_limited")
	if a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestRefreshNeedsExactlyOneBearerToken(t *testing.T) {
	s := open(t)
	bearer := s.token()
	token := strings.TrimPrefix(bearer, "Bearer ")
	for _, headers := range [][]string{nil, {"Authorization", "Bearer"}, {"Authorization", token}, {"Authorization", "Basic " + token},
		{"Authorization", "ApiKey " + token}, {"X-API-Key", token}, {"Authorization", "Bearer x" + token}, {"Authorization", bearer + " x"}} {
		s.post("", "refresh", "", headers...).Want(http.StatusUnauthorized, "unauthenticated")
	}
	for _, headers := range [][]string{{"X-API-Key", "a key"}, {"Authorization", bearer}} {
		s.post(bearer, "refresh", "", headers...).Want(http.StatusBadRequest, "ambiguous_credentials")
	}
	s.me(bearer).Want(http.StatusOK, "")
}

func TestWhoSendsNoTokenOrABadOneIsChallenged(t *testing.T) {
	s := open(t)
	none := s.me("").Want(http.StatusUnauthorized, "unauthenticated")
	for _, path := range []string{"refresh", "logout"} {
		for what, headers := range map[string][]string{"none": nil, "Basic": {"Authorization", "Basic YTpi"}} {
			a := s.post("", path, "", headers...).Want(http.StatusUnauthorized, "unauthenticated")
			if a.Body["detail"] != none.Body["detail"] || a.Header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s, %s: %v %s", path, what, a.Header, a.Text)
			}
		}
		bad := s.post("Bearer x.y.z", path, "").Want(http.StatusUnauthorized, "unauthenticated")
		if bad.Body["detail"] == none.Body["detail"] || bad.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s with a bad token: %v %s", path, bad.Header, bad.Text)
		}
	}
}

func TestStaffMayLogACustomerIn(t *testing.T) {
	s := open(t)
	key := testkit.Must[auth.NewKey](t)(s.auth.CreateKey(t.Context(),
		auth.KeyCreate{Organization: s.organization, Name: "Front desk", Abilities: []string{"*"}})).Secret
	body := `{"account_id": "` + s.Account.String() + `", "email": "jo@example.com", "password": "right password"}`
	for _, credential := range []string{key, ""} {
		s.post(credential, "login", body, "X-Forwarded-For", s.address, "X-Staff-Id", "u-1", "X-Staff-Name", "Ana").Want(http.StatusOK, "")
	}
	s.post(s.token(), "logout", "", "X-Staff-Id", "u-1").Want(http.StatusForbidden, "forbidden")
}
