package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// Each operation admits and refuses a member of staff as it does a key with the abilities of their role.
func TestBuiltInRolesMayDoWhatKeysWithTheirAbilitiesMay(t *testing.T) {
	of := newTenant(t)
	_, manager := of.Staff("manager")
	for _, r := range of.Send(manager, "GET", "/v1/roles", nil).List() {
		var abilities []string
		for _, a := range r["abilities"].([]any) {
			abilities = append(abilities, a.(string))
		}
		_, session := of.Staff(r["name"].(string))
		key := of.NewKey(abilities...)
		holds := func(a string) bool { return slices.Contains(abilities, a) || slices.Contains(abilities, "*") }
		for _, op := range of.API.Operations() {
			if op.Access.Public || op.Access.Staff || op.Access.KeysOnly || op.Access.Token {
				continue
			}
			path, body := fill(op, of.Account.ID), bodyOf(op)
			may := op.Access.Keys && (len(op.Access.Abilities) == 0 || slices.ContainsFunc(op.Access.Abilities, holds)) &&
				!slices.ContainsFunc(op.Access.Also, func(a string) bool { return !holds(a) })
			by, with := of.Send(session, op.Method, path, body), of.Send(key, op.Method, path, body)
			if by.Status != with.Status || codeOf(by) != codeOf(with) || may == (by.Status == http.StatusForbidden) {
				t.Errorf("%s: %s gets %d %s, the key %d %s", op.ID, r["name"], by.Status, codeOf(by), with.Status, codeOf(with))
			}
		}
	}
}

func codeOf(r kit.Response) string {
	var p struct{ Code string }
	_ = json.Unmarshal([]byte(r.Text), &p)
	return p.Code
}

// What staff do carries their name: in notes, in events, and in the answer to a repeated request.
func TestStaffSignWhatTheyDo(t *testing.T) {
	of := newTenant(t)
	id, session := of.Staff("front desk")
	customer := of.NewCustomer(nil)["id"].(string)
	note := of.Send(session, "POST", of.Base+"/customers/"+customer+"/notes", map[string]any{"body": "Barks"}, "Idempotency-Key", "1").Object(201)
	again := of.Send(session, "POST", of.Base+"/customers/"+customer+"/notes", map[string]any{"body": "Barks"}, "Idempotency-Key", "1")
	if author, _ := note["author"].(map[string]any); author["type"] != "staff" || author["id"] != id || author["via"] != nil || again.Object(201)["id"] != note["id"] {
		t.Errorf("note %v, again %s", note, again.Text)
	}
	of.Send(of.Key, "POST", of.Base+"/customers/"+customer+"/notes", map[string]any{"body": "Barks"}, "Idempotency-Key", "1").Object(201)
	told := of.Send(of.Key, "GET", of.Base+"/events?actorId="+id, nil).List()
	if len(told) != 1 || told[0]["type"] != "note.created" || told[0]["actor"].(map[string]any)["name"] != "Ana front desk" {
		t.Errorf("events %v", told)
	}
	of.Send(session, "GET", of.Base+"/customers", nil, "X-Staff-Id", "u-1").Problem(403, "forbidden")
	of.Send(session, "GET", "/v1/apiKeys/current", nil).Problem(403, "forbidden")
	of.Send(of.Key, "GET", "/v1/auth/staff/me", nil).Problem(403, "forbidden")
	me := of.Send(session, "GET", "/v1/auth/staff/me", nil).Object(200)
	if me["role"] != "Front desk" || me["organization"] != of.Organization || len(me["sessions"].([]any)) != 1 {
		t.Errorf("me %v", me)
	}
}

// A stream that is open on another replica ends with the ability, and the account, by which it was opened.
func TestOpenStreamOfStaffEndsWhenTheirRightsChange(t *testing.T) {
	of := newTenant(t)
	other := kit.Start(t, kit.Config(kit.DatabaseURL(t)), io.Discard)
	of.AddAccount("second", "Europe/London", "GBP", "GB")
	for what, change := range map[string]func(member, role string){
		"ability": func(_, role string) {
			of.Send(of.Key, "PATCH", "/v1/roles/"+role, map[string]any{"abilities": []string{"events:read", "customers:read"}}).Object(200)
		},
		"account": func(member, _ string) {
			accounts := of.Send(of.Key, "GET", "/v1/accounts", nil).List()
			at := slices.IndexFunc(accounts, func(a map[string]any) bool { return a["id"] != of.Account.ID.String() })
			of.Send(of.Key, "PATCH", "/v1/staff/"+member, map[string]any{"account_ids": []any{accounts[at]["id"]}}).Object(200)
		},
		"activity": func(member, _ string) {
			of.Send(of.Key, "PATCH", "/v1/staff/"+member, map[string]any{"active": false}).Object(200)
		},
	} {
		t.Run(what, func(t *testing.T) {
			name := ids.New().String()
			role := of.Send(of.Key, "POST", "/v1/roles", map[string]any{"name": name, "abilities": []string{"events:read", "customers:read", "notes:read"}}).Object(201)
			member, session := of.Staff(name)
			open, ended := stream(t, other.URL+of.Base+"/events", "Authorization", "Bearer "+session), make(chan bool)
			change(member, role["id"].(string))
			go func() {
				_, _ = io.Copy(io.Discard, open.Body)
				close(ended)
			}()
			// News come faster than the waiting reader is checked.
			for began := time.Now(); ; of.NewCustomer(nil) {
				select {
				case <-ended:
					return
				default:
				}
				if time.Since(began) > 5*time.Second {
					t.Fatal("it goes on after 5 seconds")
				}
			}
		})
	}
}

func TestOperatorInvitesTheFirstMemberOfStaff(t *testing.T) {
	of := newTenant(t)
	email := ids.New().String() + "@example.com"
	invite := func(args ...string) (int, string, string) {
		return of.Run(append([]string{"staff", "invite", "--organization", of.Organization, "--email", email, "--url", "https://desk.example.com/"}, args...)...)
	}
	status, first, errs := invite("--role", "manager")
	_, second, _ := invite("--role", "manager")
	start := "https://desk.example.com/console#/invitation/"
	if status != 0 || !strings.HasPrefix(first, start) || !strings.HasPrefix(second, start) {
		t.Fatalf("%d %q %q %s", status, first, second, errs)
	}
	for link, want := range map[string]int{first: 401, second: 200} {
		r := of.Send("", "POST", "/v1/auth/staff/accept", map[string]any{"token": strings.TrimSpace(strings.TrimPrefix(link, start)), "new_password": "correct horse"},
			"X-Forwarded-For", kit.AnyAddress())
		if r.Status != want {
			t.Errorf("%s: %d %s", link, r.Status, r.Text)
		}
	}
}

// Whoever is refused at the issuer's callback gets no session, and the operator finds the reason in the log.
func TestRefusedSignInAtTheIssuerIsLoggedWithItsReason(t *testing.T) {
	t.Parallel()
	of, at, log := kit.NewTenant(t), testkit.NewIssuer(t, clock.System), &kit.Output{}
	server := kit.Start(t, testkit.Must[config.Config](t)(kit.ConfigWith(kit.DatabaseURL(t), map[string]string{"OIDC_ISSUER": at.URL,
		"OIDC_CLIENT_ID": testkit.IssuerClient, "OIDC_CLIENT_SECRET": testkit.IssuerSecret})), log)
	signIn := func(email string) (page string, cookies []*http.Cookie) {
		t.Helper()
		at.Claims = map[string]any{"email": email}
		browser := http.Client{Jar: testkit.Must[*cookiejar.Jar](t)(cookiejar.New(nil))}
		r := testkit.Must[*http.Response](t)(browser.Get(server.URL + "/v1/auth/oidc/start"))
		_ = r.Body.Close()
		return r.Request.URL.RequestURI(), browser.Jar.Cookies(r.Request.URL)
	}
	known := testkit.Must[auth.NewMember](t)(of.Auth.InviteStaff(t.Context(), auth.Invite{Organization: of.Organization, Role: "manager",
		Email: ids.New().String() + "@example.com"}))
	if page, cookies := signIn(known.Email); page != "/console" || len(cookies) != 1 {
		t.Fatalf("who may sign in comes to %s with %v", page, cookies)
	}
	for why, email := range map[string]string{"no active member": ids.New().String() + "@example.com", "the nonce": known.Email} {
		if why == "the nonce" {
			at.Change = func(claims map[string]any) { claims["nonce"] = "another" }
		}
		if page, cookies := signIn(email); page != "/console?signin=refused" || len(cookies) > 0 || !strings.Contains(log.String(), why) {
			t.Errorf("%s: %s, %v, %s", why, page, cookies, log)
		}
		at.Change = nil
	}
}
