package browser

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

func TestInactiveLocationOffersNoChanges(t *testing.T) {
	tenant, b := desk(t)
	c := tenant.NewCustomer(nil)
	pet := tenant.NewPet(c, map[string]any{"name": "Rex"})
	tenant.Do("POST", "customers/"+id(c)+"/notes", map[string]any{"title": "Collar", "body": "Blue"}).Object(201)
	if status, _, errs := tenant.Run("accounts", "update", "main", "--organization", tenant.Organization, "--status", "inactive"); status != 0 {
		t.Fatal(errs)
	}
	for path, shown := range map[string]string{"/customers": "Bloggs", "/customers/" + id(c): "Rex", "/customers/" + id(c) + "/notes": "Collar",
		"/pets/" + id(pet): "Rex", "/statuses": "No statuses yet", "/fields": "Microchip"} {
		b.visit(path)
		b.sees(shown, "This location is inactive")
		if offered := eval[string](b, "[...document.querySelectorAll('main button')].map((e) => e.innerText).join()"); strings.Contains(offered, "New") ||
			strings.Contains(offered, "Edit") || strings.Contains(offered, "Remove") {
			t.Errorf("%s offers %s", path, offered)
		}
	}
	b.visit("/customers/new")
	b.misses("You may not")
	b.visit("/keys")
	b.sees("New key")
}

// A key sees the entries of the menu that it may, its pages offer what it may, and the console asks for nothing else.
func TestKeySeesOnlyWhatItMay(t *testing.T) {
	tenant := newTenant(t)
	c := tenant.NewCustomer(nil)
	customer, pet := "/customers/"+id(c), "/pets/"+id(tenant.NewPet(c, nil))
	for _, c := range []struct {
		abilities string
		menu      string
		path      string
		missing   []string
		refused   []string // pages that say that a right is missing
	}{
		{"accounts:read customers:read config:read", "Start Customers Pets Breeds Pet statuses Colour codes Form fields", customer,
			[]string{"Edit", "New pet", "Notes", "Orders", "Health", "History"},
			[]string{"/customers/new", customer + "/newPet", pet + "/edit", "/webhooks", "/keys"}},
		{"accounts:read customers:read", "Start Customers Pets", "/customers", []string{"New customer"}, nil},
		{"accounts:read customers:read customers:write", "Start Customers Pets Duplicates", customer, nil, []string{customer + "/edit"}},
		{"accounts:read customers:read health:read", "Start Customers Pets Compliance Vaccines", "/", nil, nil},
		{"accounts:read health:read", "Start Vaccines", "/", []string{"Compliance"}, []string{"/compliance"}},
		{"accounts:read config:read", "Start Breeds Pet statuses Colour codes Form fields", "/breeds",
			[]string{"New breed", "Search customers"}, nil},
		{"accounts:read orders:read", "Start Today", "/today", []string{"Beatrice"}, nil},
		{"customers:read orders:read events:read", "Start", "/", []string{"Search customers"}, nil},
		{"webhooks:manage", "Start Webhooks", "/webhooks", []string{"Search customers", "New customer"}, nil},
	} {
		b := signedIn(t, serverURL(t), tenant.NewKey(strings.Fields(c.abilities)...))
		b.visit(c.path)
		b.misses(c.missing...)
		if menu := eval[string](b, "[...document.querySelectorAll('#menu a')].map((a) => a.innerText.trim()).join(' ')"); menu != c.menu {
			t.Errorf("%s: the menu is %s, want %s", c.abilities, menu, c.menu)
		}
		for _, path := range c.refused {
			b.visit(path)
			b.sees("Ask a manager for the right to")
			b.misses("Save", "New webhook", "New key", "ability", ":read")
		}
		for _, a := range b.refusedCalls() {
			t.Errorf("%s: the console asked for what the key may not do: %s", c.abilities, a)
		}
	}
}

// Pets of every species are offered without reading forms, and notes are written without reading others.
func TestPagesDoWithoutWhatAKeyMayNotRead(t *testing.T) {
	tenant := newTenant(t)
	c := tenant.NewCustomer(nil)
	var want []string
	for _, f := range tenant.Do("GET", "petFields", nil).List() {
		if f["key"] == "species" {
			for _, o := range f["options"].([]any) {
				want = append(want, o.(map[string]any)["value"].(string))
			}
		}
	}
	b := signedIn(t, serverURL(t), tenant.NewKey("accounts:read", "customers:read", "notes:write"))
	b.visit("/pets")
	b.sees("Species")
	got := eval[[]string](b, `[...document.querySelector('main select').options].map((o) => o.value).filter(Boolean)`)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("offers %v, want %v", got, want)
	}
	notes := "/customers/" + id(c) + "/notes"
	b.visit(notes)
	b.misses("That did not work", "No notes yet")
	b.opens("New note", "New note")
	b.fill("Note", "Rings twice")
	b.click("Save")
	b.closed()
	if list := tenant.Do("GET", notes[1:], nil).List(); len(list) != 1 || list[0]["body"] != "Rings twice" {
		t.Errorf("%v", list)
	}
	if refused := b.refusedCalls(); len(refused) > 0 {
		t.Errorf("refused: %v", refused)
	}
}

// The key for the front desk that COMMANDS.md makes changes customers.
func TestKeyOfTheFrontDeskThatThePageMakesChangesCustomers(t *testing.T) {
	tenant := newTenant(t)
	_, made, _ := strings.Cut(string(testkit.Must[[]byte](t)(os.ReadFile("../../deployments/COMMANDS.md"))), "--name 'Front desk'")
	made, _, _ = strings.Cut(made, "```")
	var abilities []string
	for _, part := range strings.Split(made, "--ability ")[1:] {
		abilities = append(abilities, strings.Fields(part)[0])
	}
	c := tenant.NewCustomer(nil)
	b := signedIn(t, serverURL(t), tenant.NewKey(abilities...))
	b.visit("/customers/" + id(c))
	b.click("Edit")
	b.fill("Last name", "Okafor")
	b.click("Save")
	b.sees("Jo Okafor", "Notes", "Orders", "Health")
}
