package browser

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// invited is a new member of staff, and the token of their invitation.
func invited(t *testing.T, of kit.Tenant, name, role string) auth.NewMember {
	t.Helper()
	return testkit.Must[auth.NewMember](t)(of.Auth.InviteStaff(t.Context(), auth.Invite{Organization: of.Organization, Name: name, Role: role,
		Email: ids.New().String() + "@example.com"}))
}

func TestGroomerSignsInByPasswordAndSeesWhatAGroomerMay(t *testing.T) {
	tenant := newTenant(t)
	groomer := invited(t, tenant, "Ana Gonçalves", "groomer")
	b := newTab(t, serverURL(t))
	b.open("invitation/" + groomer.Invitation.Token)
	b.sees("Welcome to the team")
	b.fill("New password", "correct horse")
	b.press(kb.Enter)
	b.sees("Good to see you", "Customers")
	b.misses("Team", "API keys", "Webhooks")
	for _, path := range []string{"/team", "/keys", "/webhooks/" + ids.New().String(), "/settings", "/activity"} {
		b.visit(path)
		b.sees("Your role does not include this page")
	}
	b.visit("/")
	b.click("Signed in as Ana Gonçalves")
	b.click("Sign out")
	b.fill("E-mail", groomer.Email)
	b.fill("Password", "correct horse")
	b.press(kb.Enter)
	b.sees("Good to see you")
	b.visit("/me")
	b.sees("Groomer", groomer.Email, "This browser")
	b.fill("Current password", "correct horse")
	b.fill("New password", "another horse")
	b.click("Save")
	b.sees("Password changed")
	b.click("Sign out everywhere")
	b.sees("Sign in", "API key")
}

func TestFirstStartSaysWhichCommandPrintsTheInvitation(t *testing.T) {
	t.Parallel()
	url := kit.FreshURL(t)
	b := newTab(t, kit.StartInstance(t, url, settings...).URL)
	b.open("")
	b.sees("Nobody can sign in by name yet", "petcare staff invite")
	kit.AddAccount(t, url)
	kit.Run(t, url, "staff", "invite", "--organization", "Business", "--email", "ana@example.com", "--role", "manager", "--url", b.url)
	b.open("")
	b.sees("Password")
	b.misses("Nobody can sign in by name yet")
}

func TestManagerInvitesAndDeactivatesOnTheTeamPage(t *testing.T) {
	tenant := newTenant(t)
	b := signedIn(t, serverURL(t), tenant.Key)
	b.visit("/team")
	b.sees("Manager", "You")
	b.opens("Invite", "Invite")
	b.fill("Name", "Tom Whitfield")
	b.fill("E-mail", "tom@example.com")
	b.fill("Role", "Groomer")
	b.click("Save")
	b.sees("/console#/invitation/pci_")
	b.click("I have it")
	b.sees("Tom Whitfield", "tom@example.com")
	b.opens("New role", "New role")
	b.fill("Name", "Night shift")
	b.click("See orders")
	b.click("Save")
	b.opens("Edit: Night shift", "Edit role")
	b.click("Read notes")
	b.click("Save")
	b.sees("See orders, Read notes")
	b.misses(":read", ":write")
	b.opens("Edit: Tom Whitfield", "Edit")
	b.fill("Role", "Night shift")
	b.click("May sign in")
	b.click("Save")
	b.sees("Inactive")
	b.click("Remove: Night shift")
	b.click("Remove")
	b.sees("1 members of staff have this role")
	b.click("Cancel")
	b.click("Remove: Tom Whitfield")
	b.click("Remove")
	b.misses("tom@example.com")
	b.click("Remove: Night shift")
	b.click("Remove")
	b.misses("Night shift")
}

func TestStaffSignInAtTheIssuer(t *testing.T) {
	tenant := newTenant(t)
	manager := invited(t, tenant, "Maya Patel", "manager")
	at := testkit.NewIssuer(t, clock.System)
	at.Claims = map[string]any{"email": manager.Email}
	server := kit.StartInstance(t, kit.DatabaseURL(t), append(settings, "PETCARE_OIDC_ISSUER="+at.URL, "PETCARE_OIDC_CLIENT_ID="+testkit.IssuerClient,
		"PETCARE_OIDC_CLIENT_SECRET="+testkit.IssuerSecret, "PETCARE_CONSOLE_KEYS=false")...)
	b := newTab(t, server.URL)
	b.open("main/customers")
	b.sees("Sign in with your organization’s account")
	b.misses("API key")
	b.click("Sign in with your organization’s account")
	b.until("the console is back", "document.querySelector('.person') !== null")
	b.sees("No customers yet")
	at.Rotate()
	at.Claims["email_verified"] = false
	b.click("Signed in as Maya Patel")
	b.click("Sign out")
	b.click("Sign in with your organization’s account")
	b.until("the sign-in is refused", "document.body?.innerText.includes('may not sign in here')")
	b.mu.Lock()
	b.asked = slices.DeleteFunc(b.asked, func(a asked) bool { return strings.HasPrefix(a.url, at.URL) })
	b.mu.Unlock()
	if got := signIn(t, server.URL, `{"key": "`+tenant.Key+`"}`); got.StatusCode != 403 {
		t.Errorf("a key signs in: %d", got.StatusCode)
	}
}
