package kit

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// Tenant is an organization with an account and a key with all abilities.
type Tenant struct {
	Service
	Organization string
	Account      accounts.Account
	Key          string
	Base         string // path of the account
}

// Tenant creates an organization with one account, and a key that may do everything.
func (s Service) Tenant() Tenant {
	s.T.Helper()
	t := Tenant{Service: s, Organization: "Org " + ids.New().String()}
	t.Account = t.AddAccount("main", "Europe/London", "GBP", "GB")
	t.Base = "/v1/accounts/" + t.Account.ID.String()
	t.Key = t.NewKey("*")
	// Tests start without events.
	for _, table := range []string{"events", "changes"} {
		if err := t.DB.In(context.Background()).Exec("delete from outbox."+table+" where account_id = ?", t.Account.ID).Error; err != nil {
			t.T.Fatal(err)
		}
	}
	return t
}

// NewTenant creates a tenant of the shared service.
func NewTenant(t testing.TB) Tenant { return Shared(t).Tenant() }

// AddAccount creates another account of the organization.
func (t Tenant) AddAccount(code, zone, currency, country string) accounts.Account {
	t.T.Helper()
	a, err := t.Accounts.Create(context.Background(), accounts.AccountCreate{Organization: t.Organization, Code: code, Name: "Account " + code,
		Timezone: zone, Currency: currency, Country: country})
	if err != nil {
		t.T.Fatal(err)
	}
	return a
}

// NewKey creates a key for all accounts and returns its secret.
func (t Tenant) NewKey(abilities ...string) string { return t.NewKeyFor(nil, abilities...) }

// NewKeyFor creates a key for the accounts with the codes and returns its secret.
func (t Tenant) NewKeyFor(codes []string, abilities ...string) string {
	t.T.Helper()
	k, err := t.Auth.CreateKey(context.Background(), auth.KeyCreate{Organization: t.Organization, Name: "test", AccountCodes: codes,
		Abilities: abilities})
	if err != nil {
		t.T.Fatal(err)
	}
	return k.Secret
}

// NewCustomer creates a customer through the API.
func (t Tenant) NewCustomer(extra map[string]any) map[string]any {
	t.T.Helper()
	body := map[string]any{"first_name": "Jo", "last_name": "Bloggs"}
	maps.Copy(body, extra)
	return t.Do("POST", "customers", body).Object(201)
}

// NewPet creates a pet of a customer through the API.
func (t Tenant) NewPet(customer map[string]any, extra map[string]any) map[string]any {
	t.T.Helper()
	body := map[string]any{"name": "Rex", "species": "dog"}
	maps.Copy(body, extra)
	return t.Do("POST", "customers/"+customer["id"].(string)+"/pets", body).Object(201)
}

// Login creates a customer with a login and logs in.
func (t Tenant) Login() (customer map[string]any, token string) {
	t.T.Helper()
	email := "c" + ids.New().String() + "@example.com"
	customer = t.NewCustomer(map[string]any{"email": email, "password": "correct horse"})
	grant := t.Send("", "POST", "/v1/auth/login", map[string]any{"account_id": t.Account.ID, "email": email, "password": "correct horse"},
		"X-Forwarded-For", AnyAddress()).Object(200)
	return customer, grant["access_token"].(string)
}

// Staff adds a member of staff with a password and signs them in.
func (t Tenant) Staff(role string, codes ...string) (id, token string) {
	t.T.Helper()
	made, err := t.Auth.InviteStaff(context.Background(), auth.Invite{Organization: t.Organization, Email: ids.New().String() + "@example.com",
		Name: "Ana " + role, Role: role, AccountCodes: codes})
	if err != nil {
		t.T.Fatal(err)
	}
	grant := t.Send("", "POST", "/v1/auth/staff/accept", map[string]any{"token": made.Invitation.Token, "new_password": "correct horse"},
		"X-Forwarded-For", AnyAddress()).Object(200)
	return made.ID.String(), grant["access_token"].(string)
}

// AnyAddress returns a unique client address, because logins are limited by address.
func AnyAddress() string {
	return netip.AddrFrom4([4]byte{10, byte(rand.IntN(256)), byte(rand.IntN(256)), byte(rand.IntN(256))}).String()
}

// Run runs a command of the program on the service's database.
func (t Tenant) Run(args ...string) (status int, out, errs string) {
	t.T.Helper()
	var stdout, stderr bytes.Buffer
	status = petcarecmd.Run(context.Background(), append(args, "--database-url", DatabaseURL(t.T), "--data-dir", t.T.TempDir()),
		&stdout, &stderr, capture)
	return status, stdout.String(), stderr.String()
}

// Import imports into the tenant's account with the program. errs does not include the line about the database.
func (t Tenant) Import(args ...string) (status int, out, errs string) {
	t.T.Helper()
	status, out, errs = t.Run(append([]string{"import", "--organization", t.Organization, "--account", t.Account.Code}, args...)...)
	if line, rest, _ := strings.Cut(errs, "\n"); strings.HasPrefix(line, "database: ") {
		errs = rest
	}
	return status, out, errs
}

// File writes a text to a file for an import and returns its name.
func (t Tenant) File(text string) string {
	t.T.Helper()
	name := filepath.Join(t.T.TempDir(), "records.jsonl")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.T.Fatal(err)
	}
	return name
}
