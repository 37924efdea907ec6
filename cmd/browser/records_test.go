package browser

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// newTenant returns a tenant. The test runs beside others.
func newTenant(t *testing.T) kit.Tenant {
	t.Helper()
	t.Parallel()
	return kit.NewTenant(t)
}

// desk returns a tenant and a tab that has signed in with its key. The test runs beside others.
func desk(t *testing.T) (kit.Tenant, *tab) {
	t.Helper()
	tenant := newTenant(t)
	return tenant, signedIn(t, serverURL(t), tenant.Key)
}

func id(record map[string]any) string { return record["id"].(string) }

// vaccine returns the type of vaccination with a name.
func vaccine(tenant kit.Tenant, name string) map[string]any {
	tenant.T.Helper()
	list := tenant.Do("GET", "vaccinationTypes?limit=200", nil).List()
	return list[slices.IndexFunc(list, func(v map[string]any) bool { return v["name"] == name })]
}

// requires makes boarding require a vaccination.
func requires(tenant kit.Tenant, name string) {
	tenant.T.Helper()
	tenant.Do("PUT", "vaccinationRequirements/"+id(vaccine(tenant, name)), map[string]any{"required_for": []string{"boarding"}}).Object(200)
}

// custom creates a custom field of every type.
func custom(tenant kit.Tenant, form string) {
	for _, kind := range []string{"text", "textarea", "number", "date", "boolean", "select", "multi_select", "email", "phone", "url"} {
		field := map[string]any{"label": "My " + kind, "type": kind, "section": "Mine", "help_text": "Help for " + kind}
		if kind == "select" || kind == "multi_select" {
			field["options"] = []any{map[string]any{"value": "one", "label": "Number one"}, map[string]any{"value": "two", "label": "Number two"}}
		}
		tenant.Do("POST", form+"/custom", field).Object(201)
	}
}

func TestFormsAreDrawnFromTheFieldsOfTheLocation(t *testing.T) {
	tenant, b := desk(t)
	custom(tenant, "customerFields")
	tenant.Do("PATCH", "customerFields/standard", map[string]any{"fields": []any{map[string]any{"key": "company_name", "label": "Employer", "required": true},
		map[string]any{"key": "referral_source", "visible": false}}}).
		Object(200)
	c := tenant.NewCustomer(map[string]any{"company_name": "Acme", "alert": "Rings twice", "tags": []any{"VIP"},
		"address": map[string]any{"city": "London"}})
	b.visit("/customers/" + id(c) + "/edit")
	b.sees("Employer *", "Mine", "Help for url")
	b.misses("How did you hear about us?")
	for label, value := range map[string]string{"My text": "words", "My textarea": "more words", "My number": "12", "My date": "2026-03-04", "My boolean": "Yes",
		"My select": "Number two", "My email": "a@example.com", "My phone": "+447700900001", "My url": "https://example.com/a"} {
		b.fill(label, value)
	}
	b.click("Number one")
	b.fill("Employer", "")
	b.click("Save")
	b.until("the required field is wrong", "document.querySelector('[aria-invalid=true]')")
	b.fill("Employer", "Acme Ltd")
	b.click("Save")
	b.sees("more words", "4 Mar 2026", "Number two", "Yes", "Rings twice", "London", "VIP")
	got := tenant.Do("GET", "customers/"+id(c), nil).Object(200)["custom_fields"].(map[string]any)
	if len(got) != 10 || got["my_number"] != 12.0 || got["my_boolean"] != true || got["my_select"] != "two" ||
		got["my_multi_select"].([]any)[0] != "one" {
		t.Errorf("%v", got)
	}
}

// tabTo presses Tab until the named element has the focus.
func (b *tab) tabTo(name string) {
	b.t.Helper()
	for range 120 {
		if eval[bool](b, "finder.isOn("+quote(name)+")") {
			return
		}
		b.press(kb.Tab)
	}
	b.t.Fatalf("Tab does not come to %s", name)
}

func TestAddressesLeadSomewhereAndBackLeavesTheConsole(t *testing.T) {
	_, b := desk(t)
	for i, place := range []string{"", "main", "nowhere/customers"} {
		b.open(place)
		b.sees("Good to see you")
		if at := eval[int](b, "navigation.currentEntry.index"); at != i {
			t.Errorf("%s: Back stays in the console", place)
		}
	}
	b.open("main/customers/01a200bd-17e9-7321-a82f-99447698be6d")
	b.sees("Not found", "customer")
	b.visit("/nowhere")
	b.heading("There is no such page")
	b.visit("/search")
	b.heading("Search results")
}
