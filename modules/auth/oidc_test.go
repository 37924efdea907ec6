package auth_test

import (
	"cmp"
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/auth/internal/issuer"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

const callback = "https://petcare.example/v1/auth/oidc/callback"

// withIssuer is a business whose staff sign in at an issuer.
func withIssuer(t *testing.T) (*business, *testkit.Issuer) {
	t.Helper()
	b := newBusiness(t)
	at := testkit.NewIssuer(t, b.Clock)
	at.Claims = map[string]any{"email": strings.ToUpper(b.manager.Email), "name": "Ana"}
	o := auth.OIDCOptions{Issuer: at.URL, ClientID: testkit.IssuerClient, ClientSecret: testkit.IssuerSecret}
	b.Service = b.replica(func(n *auth.Needs) { n.Options.OIDC, n.Issuer = o, issuer.New(o, b.Clock) })
	return b, at
}

// begin starts a sign-in and lets the issuer answer it.
func (b *business) begin() auth.OIDCReturn {
	b.Helper()
	location, sealed, err := b.StartOIDC(b.Context(), "/console#/today", "", callback)
	if err != nil {
		b.Fatal(err)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer := testkit.Must[*http.Response](b)(client.Get(location))
	_ = answer.Body.Close()
	back := testkit.Must[*url.URL](b)(answer.Location())
	return auth.OIDCReturn{State: back.Query().Get("state"), Code: back.Query().Get("code"), Sealed: sealed}
}

func (b *business) finish(in auth.OIDCReturn) (auth.StaffGrant, error) {
	g, _, err := b.FinishOIDC(b.Context(), in, anywhere())
	return g, err
}

func TestIssuerSignsStaffInByTheirVerifiedEmail(t *testing.T) {
	t.Parallel()
	b, at := withIssuer(t)
	for range 2 {
		g, page, err := b.FinishOIDC(t.Context(), b.begin(), anywhere())
		if err != nil {
			t.Fatal(err)
		}
		if c := testkit.Must[caller.Caller](t)(b.Bearer(t.Context(), g.Token)); c.ID != b.manager.ID || page != "/console#/today" {
			t.Errorf("%+v goes on at %s", c, page)
		}
		at.Rotate() // the next token has a key that was not there before
	}
}

func TestForgedAndStrangeSignInsAreRefused(t *testing.T) {
	t.Parallel()
	set := func(claim string, value any) func(*testing.T, *business, *testkit.Issuer) {
		return func(_ *testing.T, _ *business, at *testkit.Issuer) {
			at.Change = func(c map[string]any) { c[claim] = value }
		}
	}
	forge := func(of func(t *testing.T, at *testkit.Issuer, claims map[string]any) string) func(*testing.T, *business, *testkit.Issuer) {
		return func(t *testing.T, _ *business, at *testkit.Issuer) {
			at.Forge = func(claims map[string]any) string { return of(t, at, claims) }
		}
	}
	why := map[string]string{"nonce": "the nonce", "no nonce": "the nonce", "issuer": "different provider", "audience": "audience",
		"e-mail not verified": "not verified", "unknown e-mail": "no active member", "no e-mail": "not verified", "expired": "expired",
		"no token": "malformed", "inactive": "no active member"} // the others: the signature
	for what, attack := range map[string]func(*testing.T, *business, *testkit.Issuer){
		"nonce":               set("nonce", "another"),
		"no nonce":            set("nonce", nil),
		"issuer":              set("iss", "https://accounts.example.com"),
		"audience":            set("aud", "another client"),
		"e-mail not verified": set("email_verified", false),
		"unknown e-mail":      set("email", email()),
		"no e-mail":           set("email", ""),
		"expired":             set("exp", time.Date(2026, 5, 1, 9, 28, 59, 0, time.UTC).Unix()),
		"no token":            forge(func(*testing.T, *testkit.Issuer, map[string]any) string { return "" }),
		"unsigned": forge(func(_ *testing.T, at *testkit.Issuer, c map[string]any) string {
			s := at.Sign(c)
			return s[:strings.LastIndex(s, ".")+1]
		}),
		"alg none":               forge(func(_ *testing.T, at *testkit.Issuer, c map[string]any) string { return unsigned(at.Sign(c)) }),
		"changed after the sign": forge(func(_ *testing.T, at *testkit.Issuer, c map[string]any) string { return swapped(at.Sign(c), at, c) }),
		"another key": forge(func(t *testing.T, at *testkit.Issuer, c map[string]any) string {
			own := testkit.Must[*rsa.PrivateKey](t)(rsa.GenerateKey(rand.Reader, 2048))
			return testkit.SignWith(t, jose.RS256, jose.JSONWebKey{Key: own, KeyID: at.PublicKey().KeyID}, c)
		}),
		"signed with the public key": forge(func(t *testing.T, at *testkit.Issuer, c map[string]any) string {
			public := testkit.Must[[]byte](t)(at.PublicKey().MarshalJSON())
			return testkit.SignWith(t, jose.HS256, jose.JSONWebKey{Key: public, KeyID: at.PublicKey().KeyID}, c)
		}),
		"inactive": func(t *testing.T, b *business, _ *testkit.Issuer) {
			b.hire("manager")
			by := b.As(caller.Caller{Kind: caller.System, Organization: b.id, AllAccounts: true})
			must(t, b.update(by, b.manager, auth.MemberPatch{Active: patch.Of(false)}))
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			b, at := withIssuer(t)
			attack(t, b, at)
			wantRefused(t, b, b.begin(), cmp.Or(why[what], "signature"))
		})
	}
}

// wantRefused checks that a sign-in is refused for the reason why, that the log gets to know it, and that nothing is made.
func wantRefused(t *testing.T, b *business, in auth.OIDCReturn, why string) {
	t.Helper()
	members, sessions := `select count(*) from auth.staff where organization_id = $1`, `select count(*) from auth.staff_sessions where organization_id = $1`
	people, before := b.Count(members, b.id), b.Count(sessions, b.id)
	_, err := b.finish(in)
	if err == nil {
		t.Fatal("the sign-in is let in")
	}
	answer := testkit.WantKind(t, err, apperr.Unauthenticated, "login_failed")
	if strings.Contains(answer.Error(), why) || !strings.Contains(err.Error(), why) {
		t.Errorf("refused for %q, the answer is %q, want %q", err, answer, why)
	}
	if b.Count(members, b.id) != people || b.Count(sessions, b.id) > before {
		t.Error("something was made")
	}
}

func unsigned(token string) string {
	_, rest, _ := strings.Cut(token, ".")
	body, _, _ := strings.Cut(rest, ".")
	return "eyJhbGciOiJub25lIn0." + body + "."
}

// swapped has the signature of another token.
func swapped(token string, at *testkit.Issuer, claims map[string]any) string {
	claims["name"] = "another"
	other := at.Sign(claims)
	return other[:strings.LastIndex(other, ".")] + token[strings.LastIndex(token, "."):]
}

func TestSignInBelongsToTheBrowserThatBeganIt(t *testing.T) {
	t.Parallel()
	b, _ := withIssuer(t)
	own, other := b.begin(), b.begin()
	for _, attack := range []struct {
		what, why string
		spoil     func(*auth.OIDCReturn)
	}{
		{"state", "the state is another", func(r *auth.OIDCReturn) { r.State = other.State }},
		{"no state", "the state is another", func(r *auth.OIDCReturn) { r.State = "" }},
		{"cookie", "the state is another", func(r *auth.OIDCReturn) { r.Sealed = other.Sealed }},
		{"no cookie", "begun no sign-in", func(r *auth.OIDCReturn) { r.Sealed = "" }},
		{"changed cookie", "read the state", func(r *auth.OIDCReturn) { r.Sealed = r.Sealed[:len(r.Sealed)-4] + "AAAA" }},
		{"denied by the person", "access_denied", func(r *auth.OIDCReturn) { r.Code, r.Error = "", "access_denied" }},
		{"code of another", "exchange the code", func(r *auth.OIDCReturn) { r.Code = other.Code }},
	} {
		t.Log(attack.what)
		in := own
		attack.spoil(&in)
		wantRefused(t, b, in, attack.why)
	}
	late := b.begin()
	b.Advance(auth.OIDCTime)
	wantRefused(t, b, late, "took too long")
	again := b.begin()
	testkit.Must[auth.StaffGrant](t)(b.finish(again))
	wantRefused(t, b, again, "exchange the code")
}

func TestClockOfTheIssuerMayBeAMinuteBehind(t *testing.T) {
	t.Parallel()
	b, at := withIssuer(t)
	at.Change = func(c map[string]any) { c["exp"] = b.Now().Add(-50 * time.Second).Unix() }
	must(t, second(b.finish(b.begin())))
	at.Change = func(c map[string]any) { c["exp"] = b.Now().Add(-70 * time.Second).Unix() }
	wantRefused(t, b, b.begin(), "expired")
}

func TestSignInReturnsToAPageOfTheConsoleOnly(t *testing.T) {
	t.Parallel()
	b, _ := withIssuer(t)
	for page, own := range map[string]bool{
		"/console": true, "/console#/camden/today": true, "/console?x=1": true, "": false, "/": false, "/docs": false, "//evil.example/console": false,
		"https://evil.example/console": false, "/\\evil.example": false, "/console/../..//evil.example": false, "/console\\..\\evil": false,
		"https:/console": false, "https:console": false, "//x@/console": false, "/console/..\\docs": false, "/console#\n": false,
		"/console/..//evil.example": false, "//console/console": false, "javascript:alert(1)": false, "/consolex": false,
		"\t//evil.example": false, "/console/%2e%2e//evil.example": false,
	} {
		_, _, err := b.StartOIDC(t.Context(), page, "", callback)
		if own != (err == nil) || err != nil && !apperr.Is(err, apperr.Invalid) {
			t.Errorf("%q: %v", page, err)
		}
	}
}

func TestIssuerThatIsDownIsUnavailableUntilItIsUp(t *testing.T) {
	t.Parallel()
	b := newBusiness(t)
	o := auth.OIDCOptions{Issuer: "http://127.0.0.1:1", ClientID: "x"}
	down := b.replica(func(n *auth.Needs) { n.Options.OIDC, n.Issuer = o, issuer.New(o, clock.System) })
	_, _, err := down.StartOIDC(t.Context(), "/console", "", callback)
	testkit.WantKind(t, err, apperr.Unavailable)
	_, _, err = b.StartOIDC(t.Context(), "/console", "", callback)
	testkit.WantKind(t, err, apperr.NotFound)
}

func TestGroupOfTheIssuerGivesRoleAndAccounts(t *testing.T) {
	t.Parallel()
	b, at := withIssuer(t)
	o := auth.OIDCOptions{Issuer: at.URL, ClientID: testkit.IssuerClient, ClientSecret: testkit.IssuerSecret, GroupsClaim: "groups",
		Groups: []auth.Group{{Name: "desk", Role: "Front Desk", Accounts: []string{"south"}}, {Name: "all", Role: "manager"}}, Organization: b.name}
	b.Service = b.replica(func(n *auth.Needs) { n.Options.OIDC, n.Issuer = o, issuer.New(o, b.Clock) })
	at.Claims = map[string]any{"email": email(), "name": "Zoë", "groups": []string{"others", "desk"}}
	c := func() caller.Caller {
		t.Helper()
		g := testkit.Must[auth.StaffGrant](t)(b.finish(b.begin()))
		return testkit.Must[caller.Caller](t)(b.Bearer(t.Context(), g.Token))
	}
	made := c()
	if made.Name != "Zoë" || made.AllAccounts || !made.Sees(b.accounts[1]) || !made.Holds("customers:write") || made.Holds("staff:manage") {
		t.Errorf("made %+v", made)
	}
	at.Claims["groups"] = []string{"all"}
	if now := c(); now.ID != made.ID || !now.AllAccounts || !now.Holds("*") {
		t.Errorf("now %+v", now)
	}
	for _, none := range []any{[]string{"others"}, []string{}, "all", nil} {
		at.Claims["groups"] = none
		wantRefused(t, b, b.begin(), "no group")
	}
	at.Claims["groups"], at.Claims["email"] = []string{"desk"}, "" // nobody is made of it
	wantRefused(t, b, b.begin(), "not verified")
	by, leaver := b.As(caller.Caller{Kind: caller.System, Organization: b.id, AllAccounts: true}), b.hire("manager")
	must(t, b.update(by, leaver, auth.MemberPatch{Active: patch.Of(false)}))
	at.Claims["email"] = leaver.Email
	wantRefused(t, b, b.begin(), "inactive")
	if now := testkit.Must[auth.Member](t)(b.GetMember(by, leaver.ID)); now.Role != "Manager" {
		t.Error("who has left gets another role")
	}
	b.Use(b.id, b.accounts[1])
	b.WantEvents(made.ID, "staff.created", "staff.updated")
}
