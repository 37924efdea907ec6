package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// desk returns a tenant and a tab that has signed in with its key.
func desk(t *testing.T) (kit.Tenant, *tab) {
	t.Helper()
	tenant := kit.NewTenant(t)
	return tenant, signedIn(t, serverURL(t), tenant.Key)
}

func id(record map[string]any) string { return record["id"].(string) }

func TestSearchByKeyboardOpensWhatWasFound(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	owner := tenant.NewCustomer(map[string]any{"first_name": "Ada", "last_name": "Underwood"})
	tenant.NewPet(owner, map[string]any{"name": "Pumpkin"})
	b.visit("/")
	b.press("/")
	b.write("underwood")
	b.sees("Pumpkin")
	b.press(kb.ArrowDown, kb.Enter)
	b.until("the pet is open", "document.querySelector('h1')?.innerText === 'Pumpkin'")
	b.press("/")
	b.write("underwood")
	b.sees("Show all results")
	b.press(kb.Escape)
	b.until("the list is closed", "document.querySelector('#search').getAttribute('aria-expanded') === 'false'")
}

func TestSearchShowsAllResultsOnAPage(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	for range 8 {
		tenant.NewCustomer(map[string]any{"last_name": "Manyfold"})
	}
	b.visit("/search?q=manyfold")
	b.until("eight rows", "document.querySelectorAll('tbody tr').length === 8")
}

func TestListsAreNarrowedAndGoOn(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	for i := range 53 {
		tenant.NewCustomer(map[string]any{"last_name": "Row", "status": []string{"active", "inactive"}[i%2]})
	}
	b.visit("/customers")
	b.until("one page", "document.querySelectorAll('tbody tr').length === 50")
	b.click("Show more")
	b.until("all", "document.querySelectorAll('tbody tr').length === 53")
	b.fill("Status", "inactive")
	b.until("some", "document.querySelectorAll('tbody tr').length === 26")
	b.fill("Name, telephone, e-mail, pet", "nobody at all")
	b.sees("Nothing found")
	tenant.NewPet(tenant.NewCustomer(map[string]any{"last_name": "Okafor", "status": "inactive"}), map[string]any{"name": "Oscar"})
	b.fill("Name, telephone, e-mail, pet", "oscar")
	b.sees("Okafor", "Pet: Oscar")
}

func TestEditSendsOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(map[string]any{"alert": "Rings twice", "address": map[string]any{"city": "London"}, "tags": []any{"VIP"}})
	b.visit("/customers/" + id(c))
	b.sees("Rings twice", "London", "VIP")
	b.click("Edit")
	b.holds("First name", "Jo")
	b.fill("Last name", "Bloggs-Okafor")
	b.click("Save")
	b.sees("Jo Bloggs-Okafor")
	now := tenant.Do("GET", "customers/"+id(c), nil).Object(200)
	if now["version"] != 2.0 || now["alert"] != "Rings twice" || now["last_name"] != "Bloggs-Okafor" {
		t.Errorf("%v", now)
	}
	b.click("Edit")
	b.holds("First name", "Jo")
	b.click("Save")
	b.sees("Rings twice")
	if now := tenant.Do("GET", "customers/"+id(c), nil).Object(200); now["version"] != 2.0 {
		t.Errorf("a form without changes has changed it: %v", now)
	}
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
	t.Parallel()
	tenant, b := desk(t)
	custom(tenant, "customerFields")
	tenant.Do("PATCH", "customerFields/standard", map[string]any{"fields": []any{map[string]any{"key": "company_name", "label": "Employer", "required": true},
		map[string]any{"key": "referral_source", "visible": false}}}).
		Object(200)
	c := tenant.NewCustomer(map[string]any{"company_name": "Acme"})
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
	b.sees("more words", "4 Mar 2026", "Number two", "Yes")
	got := tenant.Do("GET", "customers/"+id(c), nil).Object(200)["custom_fields"].(map[string]any)
	if len(got) != 10 || got["my_number"] != 12.0 || got["my_boolean"] != true || got["my_select"] != "two" ||
		got["my_multi_select"].([]any)[0] != "one" {
		t.Errorf("%v", got)
	}
}

func TestPetIsMadeWithBreedsOfItsSpecies(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(nil)
	tenant.Do("POST", "breeds", map[string]any{"name": "Canal Terrier", "species": "dog"}).Object(201)
	tenant.Do("POST", "colourCodes", map[string]any{"type": "pet", "name": "Escape artist", "colour": "#c62828"}).Object(201)
	b.visit("/customers/" + id(c))
	b.click("New pet")
	b.fill("Name", "Bramble")
	b.fill("Species", "dog")
	b.fill("Breed", "Canal Terrier")
	b.sees("Canal Terrier")
	b.until("the breed is a chip", "document.querySelector('.chip')")
	b.fill("Weight", "12,5")
	b.fill("Date of birth", "2024-02-01")
	b.click("Escape artist")
	b.click("Save")
	b.sees("Bramble", "Canal Terrier", "12.5 kg", "1 Feb 2024", "Escape artist")
	if pets := tenant.Do("GET", "pets", nil).List(); len(pets) != 1 || pets[0]["breed"] != "Canal Terrier" ||
		len(pets[0]["colour_code_ids"].([]any)) != 1 {
		t.Errorf("%v", pets)
	}
}

func TestHistorySaysWhoChangedWhat(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(nil)
	tenant.Do("PATCH", "customers/"+id(c), map[string]any{"last_name": "Newman"}, "X-Staff-Id", "7", "X-Staff-Name", "Priya").Object(200)
	b.visit("/customers/" + id(c) + "/history")
	b.sees("Customer updated", "Priya", "Last name", "Bloggs", "Newman", "Customer created")
	custom(tenant, "customerFields")
	for _, value := range []string{"one", "two"} {
		tenant.Do("PATCH", "customers/"+id(c), map[string]any{"custom_fields": map[string]any{"my_select": value, "my_boolean": true}}).Object(200)
	}
	b.visit("/customers/" + id(c) + "/history")
	b.sees("My select Number one → Number two", "My select empty → Number one", "My boolean empty → Yes")
	b.misses("Custom fields", "My boolean Yes")
}

func TestBackLeavesTheConsole(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	for _, place := range []string{"", "main", "nowhere/customers"} {
		b := signedIn(t, serverURL(t), tenant.Key)
		b.open(place)
		b.sees("Good to see you")
		if eval[bool](b, "navigation.canGoBack") {
			t.Errorf("%s: Back stays in the console", place)
		}
	}
}

func TestNoteIsWrittenWithoutReadingOthers(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	c := tenant.NewCustomer(nil)
	b := signedIn(t, serverURL(t), tenant.NewKey("accounts:read", "customers:read", "notes:write"))
	b.visit("/customers/" + id(c) + "/notes")
	b.misses("That did not work", "No notes yet")
	b.click("New note")
	b.dialog("New note")
	b.fill("Note", "Rings twice")
	b.click("Save")
	b.until("it is saved", "!document.querySelector('dialog')")
	if list := tenant.Do("GET", "customers/"+id(c)+"/notes", nil).List(); len(list) != 1 || list[0]["body"] != "Rings twice" {
		t.Errorf("%v", list)
	}
	if refused := b.refusedCalls(); len(refused) > 0 {
		t.Errorf("refused: %v", refused)
	}
}

func TestUnknownRecordsAndPagesAreSaid(t *testing.T) {
	t.Parallel()
	_, b := desk(t)
	b.open("main/customers/01a200bd-17e9-7321-a82f-99447698be6d")
	b.sees("Not found", "customer")
	b.visit("/nowhere")
	b.heading("There is no such page")
	b.visit("/search")
	b.heading("Search results")
}

// tabTo presses Tab until the named element has the focus.
func (b *tab) tabTo(name string) {
	b.t.Helper()
	for range 120 {
		if eval[bool](
			b,
			`(() => { const e = document.activeElement; return [e.getAttribute('aria-label'), e.innerText, e.labels?.[0]?.innerText.replace(/ \*$/, ''), e.labels?.[0]?.querySelector(':scope > span')?.textContent].includes(`+quote(
				name,
			)+`) })()`,
		) {
			return
		}
		b.press(kb.Tab)
	}
	b.t.Fatalf("Tab does not come to %s", name)
}

func TestImportedNoteIsShownWithoutItsAuthor(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	lines := `{"type":"customer","external_id":"C-1","first_name":"Rosalind"}` + "\n" + `{"type":"note","external_id":"N-1","customer":"C-1","body":"Rings before she comes"}`
	if status, _, errs := tenant.Import(tenant.File(lines)); status != 0 {
		t.Fatal(errs)
	}
	b.visit("/customers/" + id(tenant.Do("GET", "customers", nil).List()[0]) + "/notes")
	b.sees("Rings before she comes")
}
