package authfx_test

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"go.uber.org/fx"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/auth/authfx"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/customerspets/customerspetsfx"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/testkit"
)

// app is auth with the real modules that it needs, wired as in the application.
type app struct {
	*testkit.Kit
	accounts  *accounts.Service
	customers *customerspets.Service
	auth      *auth.Service
}

func newApp(t *testing.T) *app {
	t.Helper()
	a := &app{Kit: testkit.New(t,
		fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
		fxgroups.Migrations{Module: "configlists", Files: fxgroups.Sub(configlists.Files)},
		fxgroups.Migrations{Module: "customerspets", Files: fxgroups.Sub(customerspets.Files)},
		fxgroups.Migrations{Module: "auth", Files: fxgroups.Sub(auth.Files)},
	)}
	a.Start(accountsfx.Module, configlistsfx.Module, customerspetsfx.Module, authfx.Module, fx.Provide(passwords.New),
		fx.Supply(auth.Options{AccessTTL: 15 * time.Minute, RefreshTTL: 14 * 24 * time.Hour, SigningKeys: []auth.SigningKey{{ID: "k1", Secret: []byte("the first key, of 32 bytes or so")}}}),
		fx.Populate(&a.accounts, &a.customers, &a.auth))
	return a
}

func (a *app) account(organization string) accounts.Account {
	a.Helper()
	return testkit.Must[accounts.Account](a)(a.accounts.Create(a.Context(), accounts.AccountCreate{
		Organization: organization, Code: "camden", Name: "Camden", Timezone: "Europe/London", Currency: "GBP", Country: "GB",
	}))
}

const password = "correct horse battery"

func (a *app) customer(of accounts.Account) customerspets.Customer {
	a.Helper()
	draft := customerspets.CustomerPatch{}
	draft.FirstName, draft.LastName = patch.Of("Rosalind"), patch.Of("Okafor")
	draft.Email, draft.Password = patch.Of("Rosalind."+ids.New().String()+"@Example.com"), patch.Of(password)
	c, _, err := a.customers.CreateCustomer(a.Context(), of.ID, draft)
	if err != nil {
		a.Fatal(err)
	}
	return c
}

func (a *app) change(c customerspets.Customer, change customerspets.CustomerPatch) {
	a.Helper()
	if _, err := a.customers.UpdateCustomer(a.Context(), c.AccountID, c.ID, change, patch.Precondition{}); err != nil {
		a.Error(err)
	}
}

func (a *app) logIn(c customerspets.Customer, password string) (auth.Grant, error) {
	return a.auth.Login(a.Context(), auth.LoginInput{AccountID: c.AccountID, Email: *c.Email, Password: password}, ids.New().String())
}

func TestKeySeesTheAccountsOfItsOrganization(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	organization := "Willow " + ids.New().String()
	account := a.account(organization)
	k := testkit.Must[auth.NewKey](t)(a.auth.CreateKey(t.Context(), auth.KeyCreate{Organization: organization, Name: "Till",
		AccountCodes: []string{"camden"}, Abilities: []string{"accounts:read", "config:write", "customers:read"}}))
	c, err := a.auth.APIKey(t.Context(), k.Secret, false)
	if err != nil || !c.Sees(account.ID) || c.Organization != account.OrganizationID {
		t.Errorf("%+v, %v", c, err)
	}
	_, err = a.auth.CreateKey(t.Context(), auth.KeyCreate{Organization: "Nobody " + organization, Name: "Till", Abilities: []string{"no:such"}})
	testkit.WantFieldErrors(t, err, "organization unknown", "abilities[0] enum")
}

func TestCustomerLogsInUntilThePasswordOrTheStatusChanges(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(*customerspets.CustomerPatch){
		"password set":     func(c *customerspets.CustomerPatch) { c.Password = patch.Of("another password") },
		"password cleared": func(c *customerspets.CustomerPatch) { c.Password = patch.Null[string]() },
		"blocked":          func(c *customerspets.CustomerPatch) { c.Status = patch.Of(customerspets.Blocked) },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			a := newApp(t)
			c := a.customer(a.account("Willow " + ids.New().String()))
			g := testkit.Must[auth.Grant](t)(a.logIn(c, password))
			var shown struct {
				ID    string
				Login struct {
					LastLoginAt *string `json:"last_login_at"`
				}
			}
			if err := json.Unmarshal(g.Customer.JSON, &shown); err != nil || shown.ID != c.ID.String() || shown.Login.LastLoginAt == nil {
				t.Errorf("the customer is shown as %s, %v", g.Customer.JSON, err)
			}
			who, err := a.auth.Bearer(t.Context(), g.AccessToken)
			if err != nil || who.Customer != c.ID || who.Name != "Rosalind Okafor" {
				t.Errorf("the token is %+v, %v", who, err)
			}
			ch := customerspets.CustomerPatch{}
			change(&ch)
			a.change(c, ch)
			_, err = a.auth.Bearer(t.Context(), g.AccessToken)
			testkit.WantKind(t, err, apperr.Unauthenticated)
			_, err = a.logIn(c, password)
			testkit.WantKind(t, err, apperr.Unauthenticated)
		})
	}
}

func TestOtherChangesAndInactiveCustomersKeepTheirSessions(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.customer(a.account("Willow " + ids.New().String()))
	g := testkit.Must[auth.Grant](t)(a.logIn(c, password))
	change := customerspets.CustomerPatch{}
	change.Status, change.FirstName = patch.Of(customerspets.Inactive), patch.Of("Rose")
	a.change(c, change)
	if _, err := a.auth.Bearer(t.Context(), g.AccessToken); err != nil {
		t.Errorf("the token after the change: %v", err)
	}
	if _, err := a.logIn(c, password); err != nil {
		t.Errorf("a login of an inactive customer: %v", err)
	}
}

func TestLoginsAndAPasswordChangeAtOnceLeaveNoSession(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.customer(a.account("Willow " + ids.New().String()))
	var group sync.WaitGroup
	tokens := make(chan string, 5)
	for range 5 {
		group.Go(func() {
			g, err := a.logIn(c, password)
			switch {
			case err == nil:
				tokens <- g.AccessToken
			case !apperr.Is(err, apperr.Unauthenticated):
				t.Error(err)
			}
		})
	}
	group.Go(func() {
		change := customerspets.CustomerPatch{}
		change.Password = patch.Null[string]()
		a.change(c, change)
	})
	group.Wait()
	close(tokens)
	for token := range tokens {
		_, err := a.auth.Bearer(t.Context(), token)
		testkit.WantKind(t, err, apperr.Unauthenticated)
	}
}
