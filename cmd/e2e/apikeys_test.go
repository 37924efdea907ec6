package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/auth"
)

func TestKeyMadeOverHTTPWorksUntilItIsRevoked(t *testing.T) {
	a := newTenant(t)
	made := a.Do("POST", "/v1/apiKeys", map[string]any{"name": " Desk ", "abilities": []string{"customers:read", "keys:manage"},
		"account_ids": []any{a.Account.ID}, "expires_at": "2999-01-01T00:00:00.123456789+02:00"})
	k := made.Object(201)
	secret, id := k["key"].(string), k["id"].(string)
	if k["name"] != "Desk" || made.Header.Get("Location") != "/v1/apiKeys/"+id {
		t.Errorf("%v at %s", k, made.Header.Get("Location"))
	}
	current := a.Send(secret, "GET", "/v1/apiKeys/current", nil).Object(200)
	if _, shown := current["key"]; shown || current["id"] != id || fmt.Sprint(current["account_ids"]) != "["+a.Account.ID.String()+"]" ||
		current["expires_at"] != "2998-12-31T22:00:00.123456Z" {
		t.Errorf("the key is %v", current)
	}
	a.Send(secret, "GET", a.Base+"/customers", nil).List()
	if list := a.Send(secret, "GET", "/v1/apiKeys", nil).List(); len(list) != 1 || list[0]["id"] != id {
		t.Errorf("it lists %v", list)
	}
	if list := a.Do("GET", "/v1/apiKeys", nil).List(); len(list) != 2 {
		t.Errorf("its maker lists %v", list)
	}
	newest := a.Do("GET", "/v1/apiKeys?limit=1", nil).Object(200)
	older := a.Do("GET", "/v1/apiKeys?limit=1&cursor="+newest["next_cursor"].(string), nil)
	if first := newest["data"].([]any)[0].(map[string]any); first["id"] != id || older.List()[0]["id"] == id || older.Object(200)["next_cursor"] != nil {
		t.Errorf("it lists %v, then %s", newest, older.Text)
	}
	a.Send(secret, "DELETE", "/v1/apiKeys/"+ownKey(a, a.Key), nil).Problem(404, "not_found")
	stranger := kit.NewTenant(t)
	if list := stranger.Do("GET", "/v1/apiKeys", nil).List(); len(list) != 1 {
		t.Errorf("another organization lists %v", list)
	}
	stranger.Do("DELETE", "/v1/apiKeys/"+id, nil).Problem(404, "not_found")
	a.Do("DELETE", "/v1/apiKeys/"+id, nil).Object(204)
	a.Do("DELETE", "/v1/apiKeys/"+id, nil).Problem(404, "not_found")
	kit.Eventually(t, "the key ends", 5*time.Second, func() bool { return a.Send(secret, "GET", "/v1/apiKeys/current", nil).Status == 401 })
}

func ownKey(a kit.Tenant, secret string) string {
	return a.Send(secret, "GET", "/v1/apiKeys/current", nil).Object(200)["id"].(string)
}

func TestKeyOfTheCommandLineHasItsAccountsAndItsEnd(t *testing.T) {
	x := newTenant(t)
	secret := run(x, "keys", "create", "--organization", x.Organization, "--name", "Till", "--ability", "orders:read", "--account", "main",
		"--expires", "90d")
	key := x.Send(strings.TrimSpace(secret), "GET", "/v1/apiKeys/current", nil).Object(200)
	end, err := time.Parse(time.RFC3339Nano, fmt.Sprint(key["expires_at"]))
	if left := time.Until(end).Hours() / 24; err != nil || left < 89.9 || left > 90 {
		t.Errorf("it ends at %v", key["expires_at"])
	}
	if got := fmt.Sprint(key["name"], key["abilities"], key["account_ids"]); got != "Till[orders:read] ["+x.Account.ID.String()+"]" {
		t.Error(got)
	}
}

// A key cannot create a key with abilities that it does not have, whatever the body contains.
func TestKeyCannotRaiseItself(t *testing.T) {
	a := newTenant(t)
	other := a.AddAccount("other", "Europe/London", "GBP", "GB")
	strange := kit.NewTenant(t).Account
	made, err := a.Auth.CreateKey(t.Context(), auth.KeyCreate{Organization: a.Organization, Name: "limited", AccountCodes: []string{"main"},
		Abilities: []string{"keys:manage", "customers:read"}, Expires: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(change map[string]any) kit.Response {
		body := map[string]any{"name": "x", "abilities": []string{"customers:read"}, "account_ids": []uuid.UUID{a.Account.ID}, "expires_at": made.ExpiresAt}
		maps.Copy(body, change)
		return a.Send(made.Secret, "POST", "/v1/apiKeys", body)
	}
	ask(nil).Object(201)
	for _, ability := range []string{"*", "customers:write"} {
		ask(map[string]any{"abilities": []string{"customers:read", ability}}).Problem(403, "ability_missing")
	}
	for want, change := range map[string]map[string]any{
		"body.account_ids required":   {"account_ids": []string{}},
		"body.account_ids[0] unknown": {"account_ids": []uuid.UUID{other.ID}},
		"body.account_ids[1] unknown": {"account_ids": []uuid.UUID{a.Account.ID, strange.ID}},
		"body.expires_at range":       {"expires_at": made.ExpiresAt.Add(time.Second)},
		"body.expires_at required":    {"expires_at": nil},
		"body.abilities[0] enum":      {"abilities": []string{"customers:raed"}},
	} {
		wantFaults(t, ask(change), want)
	}
	ask(map[string]any{"expires_at": time.Now().Add(-time.Second)}).Problem(422, "validation_failed")
	for _, beyond := range []map[string]any{
		{"name": "all", "abilities": []string{"customers:read"}, "expires_at": made.ExpiresAt},
		{"name": "endless", "abilities": []string{"customers:read"}, "account_ids": []uuid.UUID{a.Account.ID}},
		{"name": "able", "abilities": []string{"notes:read"}, "account_ids": []uuid.UUID{a.Account.ID}, "expires_at": made.ExpiresAt},
		{"name": "wide", "abilities": []string{"customers:read"}, "account_ids": []uuid.UUID{a.Account.ID, other.ID}, "expires_at": made.ExpiresAt},
	} {
		id := a.Do("POST", "/v1/apiKeys", beyond).Object(201)["id"].(string)
		a.Send(made.Secret, "DELETE", "/v1/apiKeys/"+id, nil).Problem(404, "not_found")
	}
	if list := a.Send(made.Secret, "GET", "/v1/apiKeys", nil).List(); len(list) != 2 {
		t.Errorf("the limited key lists %v", list)
	}
	// Another replica may still have the key cached for some seconds; it must not create another key then.
	if _, err := a.Auth.RevokeKey(t.Context(), made.ID, false); err != nil {
		t.Fatal(err)
	}
	ask(nil).Problem(401, "unauthenticated")
}

func TestOrganizationHasAHundredKeysAtMost(t *testing.T) {
	a := newTenant(t)
	var made, refused atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 13 {
				r := a.Do("POST", "/v1/apiKeys", `{"name":"x","abilities":["customers:read"]}`)
				if r.Status == 201 {
					made.Add(1)
					continue
				}
				r.Problem(409, "conflict")
				refused.Add(1)
			}
		})
	}
	all.Wait()
	if made.Load() != 99 || refused.Load() != 5 {
		t.Errorf("made %d beside the first one, refused %d", made.Load(), refused.Load())
	}
}

func TestKeyMayTakeAllThatItMadeWithIt(t *testing.T) {
	a := newTenant(t)
	a.AddAccount("other", "Europe/London", "GBP", "GB")
	grant := func(by, name string) (id, secret string) {
		k := a.Send(by, "POST", "/v1/apiKeys", map[string]any{"name": name, "abilities": []string{"keys:manage", "events:read"},
			"account_ids": []any{a.Account.ID}}).Object(201)
		return k["id"].(string), k["key"].(string)
	}
	works := func(secret string) bool { return a.Send(secret, "GET", "/v1/apiKeys/current", nil).Status == 200 }
	stops := func(secret string) {
		t.Helper()
		kit.Eventually(t, "the key ends", 5*time.Second, func() bool { return !works(secret) })
	}
	stolen, thief := grant(a.Key, "stolen")
	middle, hidden := grant(thief, "middle")
	leaf, deepest := grant(hidden, "leaf")
	_, keep := grant(a.Key, "kept")
	for _, k := range a.Do("GET", "/v1/apiKeys", nil).List() {
		by, _ := k["created_by"].(map[string]any)
		if want := map[any]string{stolen: "test", middle: "stolen", leaf: "middle"}[k["id"]]; want != "" && (by["name"] != want || by["type"] != "api_key") {
			t.Errorf("%v was made by %v", k["name"], by)
		}
	}
	a.Do("DELETE", "/v1/apiKeys/"+middle, nil).Object(204) // alone: leaf goes on, and is still a descendant of stolen
	stops(hidden)
	if !works(deepest) {
		t.Error("a key ends with its maker, unasked")
	}
	a.Do("DELETE", "/v1/apiKeys/"+stolen+"?descendants=true", nil).Object(204)
	stops(thief)
	stops(deepest)
	if !works(keep) {
		t.Error("a key ends with one that did not make it")
	}
	var told []string
	for _, e := range a.Send(keep, "GET", a.Base+"/events?types=api_key.*", nil).List() {
		object := e["data"].(map[string]any)["object"].(map[string]any)
		told = append(told, e["type"].(string)+" "+object["name"].(string))
		if _, shown := object["key"]; shown || strings.Contains(fmt.Sprint(e), thief) {
			t.Errorf("an event shows a key: %v", e)
		}
	}
	want := []string{"api_key.created stolen", "api_key.created middle", "api_key.created leaf", "api_key.created kept",
		"api_key.revoked middle", "api_key.revoked stolen", "api_key.revoked leaf"}
	if !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}

// Which other accounts a key sees is not for the readers of one account.
func TestEventOfAKeyNamesOnlyItsOwnAccount(t *testing.T) {
	a := newTenant(t)
	other := a.AddAccount("other", "Europe/London", "GBP", "GB")
	k := a.Do("POST", "/v1/apiKeys", map[string]any{"name": "both", "abilities": []string{"customers:read"},
		"account_ids": []any{a.Account.ID, other.ID}}).Object(201)
	for _, account := range []uuid.UUID{a.Account.ID, other.ID} {
		list := a.Do("GET", "/v1/accounts/"+account.String()+"/events?recordId="+k["id"].(string), nil).List()
		if len(list) != 1 {
			t.Fatalf("%d events", len(list))
		}
		object := list[0]["data"].(map[string]any)["object"].(map[string]any)
		if fmt.Sprint(object["account_ids"]) != "["+account.String()+"]" {
			t.Errorf("the event names %v", object["account_ids"])
		}
	}
}

func TestCommandLineTakesAllThatAKeyMadeWithIt(t *testing.T) {
	a := newTenant(t)
	made := a.Do("POST", "/v1/apiKeys", map[string]any{"name": "maker", "abilities": []string{"keys:manage"}}).Object(201)
	child := a.Send(made["key"].(string), "POST", "/v1/apiKeys", map[string]any{"name": "child", "abilities": []string{"keys:manage"}}).Object(201)
	id := made["id"].(string)
	status, out, errs := a.Run("keys", "revoke", id)
	if status != 0 || strings.Contains(out, child["id"].(string)) || !strings.Contains(errs, "keys revoke --descendants "+id) {
		t.Errorf("%d %s %s", status, out, errs)
	}
	status, out, errs = a.Run("keys", "revoke", "--descendants", id)
	if status != 0 || !strings.Contains(out, child["id"].(string)) || strings.Contains(errs, "--descendants") {
		t.Errorf("%d %q %q, not %s", status, out, errs, child["id"])
	}
}
