package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func TestBreedsAreTypedToTheirEnd(t *testing.T) {
	tenant, b := desk(t)
	for _, name := range []string{"Canal Poodle", "Canal Poodle Toy"} {
		tenant.Do("POST", "breeds", map[string]any{"name": name, "species": "dog"}).Object(201)
	}
	tenant.Do("POST", "colourCodes", map[string]any{"type": "pet", "name": "Escape artist", "colour": "#c62828"}).Object(201)
	b.visit("/customers/" + id(tenant.NewCustomer(nil)))
	b.click("New pet")
	b.fill("Name", "Bramble")
	b.fill("Species", "dog")
	b.fill("Breed", "Canal Poodel")
	b.enter("Save")
	b.sees("There is no such breed")
	b.holds("Breed", "Canal Poodel")
	b.until("the field has the focus", "document.activeElement.labels?.[0]?.innerText === 'Breed'")
	b.fill("Breed", "Canal Poodle")
	b.until("both are offered", "document.querySelectorAll('datalist option').length === 2")
	b.write(" Toy")
	b.until("the longer one is chosen", "document.querySelector('.chip')?.innerText.startsWith('Canal Poodle Toy')")
	b.fill("Breed", "canal POODLE")
	b.until("both are offered", "document.querySelectorAll('datalist option').length === 2")
	b.press(kb.Tab)
	b.until("the shorter one is chosen too", "document.querySelectorAll('.chip').length === 2")
	b.fill("Weight", "12,5")
	b.fill("Date of birth", "2024-02-01")
	b.click("Escape artist")
	b.click("Save")
	b.sees("Bramble", "Canal Poodle Toy / Canal Poodle", "12.5 kg", "1 Feb 2024", "Escape artist")
	if pets := tenant.Do("GET", "pets", nil).List(); len(pets) != 1 || pets[0]["breed"] != "Canal Poodle Toy / Canal Poodle" ||
		len(pets[0]["colour_code_ids"].([]any)) != 1 {
		t.Errorf("%v", pets)
	}
}

// A number on the way to another, such as 1.0 to 1.05, is left as it was typed; a unit alone is no weight; half a date is not none.
func TestNumbersWeightsAndDaysAreSavedAsTheyWereTyped(t *testing.T) {
	tenant, b := desk(t)
	tenant.Do("PATCH", tenant.Base, map[string]any{"weight_unit": "lb"}).Object(200)
	tenant.Do("POST", "petFields/custom", map[string]any{"label": "My number", "type": "number"}).Object(201)
	rex := map[string]any{"name": "Rex", "birth_date": "2023-08-10", "birth_date_precision": "day"}
	path := "pets/" + id(tenant.NewPet(tenant.NewCustomer(nil), rex))
	pet := func() map[string]any { return tenant.Do("GET", path, nil).Object(200) }
	b.visit("/" + path + "/edit")
	b.fill("Unit", "kg")
	b.misses("unsaved change")
	b.click("Save")
	b.heading("Rex")
	for typed, want := range map[string]float64{"1.05": 1.05, "0.50": 0.5, "-2.25": -2.25} {
		b.visit("/" + path + "/edit")
		b.fill("My number", "")
		b.write(typed)
		b.holds("My number", typed)
		b.click("Save")
		b.heading("Rex")
		if now := pet()["custom_fields"].(map[string]any); now["my_number"] != want {
			t.Errorf("%s was saved as %v", typed, now["my_number"])
		}
	}
	b.visit("/" + path + "/edit")
	b.holds("Unit", "lb")
	b.fill("Weight", "12")
	b.until("the date has the focus", "finder.focus('Date of birth')")
	b.press(kb.Backspace)
	b.holds("Date of birth", "")
	b.enter("Save")
	b.until("the date has the focus", "document.activeElement.type === 'date'")
	if now := pet(); now["version"] != 4.0 || now["weight"] != nil {
		t.Errorf("%v", now)
	}
	b.fill("Date of birth", "2023-08-11")
	b.click("Save")
	b.sees("12 lb", "11 Aug 2023")
	b.visit("/" + path + "/edit")
	b.fill("Weight", "13")
	b.fill("Unit", "kg")
	b.click("Save")
	b.sees("13 kg")
}

// What was typed before a reload is kept, and belongs to the record as it was then.
func TestDraftDoesNotOverwriteWhatSomebodyElseHasSaved(t *testing.T) {
	tenant, b := desk(t)
	customer := "customers/" + id(tenant.NewCustomer(nil))
	b.visit("/" + customer + "/edit")
	b.fill("Last name", "Mine")
	b.sees("1 unsaved change")
	b.load("/" + customer + "/edit")
	b.sees("This is what you typed before")
	b.holds("Last name", "Mine")
	tenant.Do("PATCH", customer, map[string]any{"last_name": "Theirs"}).Object(200)
	b.load("/" + customer + "/edit")
	b.sees("This is what you typed before")
	b.click("Save")
	for range 2 { // going back to the form settles nothing
		b.dialog("Somebody else has changed this too")
		b.sees("Mine", "Theirs")
		b.press(kb.Escape)
		b.until("the form is back", "!document.querySelector('dialog')")
		b.click("Save")
	}
	b.dialog("Somebody else has changed this too")
	b.click("Theirs")
	b.click("Save this choice")
	b.heading("Jo Theirs")

	b.visit("/" + customer + "/edit")
	b.fill("Last name", "Discarded")
	b.sees("1 unsaved change")
	tenant.Do("PATCH", customer, map[string]any{"last_name": "Newest"}).Object(200)
	b.load("/" + customer + "/edit")
	b.click("Discard it")
	b.holds("Last name", "Newest")
}

// A form that was only opened leaves no draft; one that could not be saved keeps the focus; a removal shows what somebody else has changed.
func TestNotesBesideSomebodyElse(t *testing.T) {
	tenant, b := desk(t)
	path := "customers/" + id(tenant.NewCustomer(nil)) + "/notes"
	feeding := tenant.Do("POST", path, map[string]any{"title": "Feeding", "body": "Twice"}).Object(201)
	lead := tenant.Do("POST", path, map[string]any{"title": "Lead", "body": "Short"}).Object(201)
	b.visit("/" + path)
	for range 2 {
		b.opens("New note", "New note")
		b.misses("This is what you typed before")
		b.until("the first field has the focus", "document.activeElement.labels?.[0]?.innerText === 'Title'")
		b.press(kb.Escape)
		b.closed()
	}
	tenant.Do("PATCH", "notes/"+id(feeding), map[string]any{"body": "Thrice"}).Object(200)
	b.opens("Remove: Feeding", "Remove this note?")
	b.click("Remove")
	b.until("it is refused", "document.querySelector('dialog .trouble')")
	b.press(kb.Escape)
	b.sees("Thrice")
	b.opens("Edit: Lead", "Edit note")
	b.fill("Title", "Leash")
	tenant.Do("DELETE", "notes/"+id(lead), nil)
	b.enter("Save")
	b.until("it has failed", "document.querySelector('.trouble')")
	b.until("the focus has stayed", "document.activeElement.innerText === 'Save'")
}

func TestFaultInAGroupHasTheFocusAndNoDraftHasAPassword(t *testing.T) {
	_, b := desk(t)
	b.visit("/customers/new")
	b.fill("First name", "Faulty")
	b.fill("Number", "12")
	b.enter("Save")
	b.until("the fault has the focus", "document.activeElement.closest('[role=group][aria-invalid=true]')")
	b.until("the entry is named", "document.querySelector('.fault').innerText.startsWith('Number 1: ')")
	b.click("Address, contacts, vet and everything else")
	b.fill("Password", "correct horse")
	b.fill("First name", "Ann")
	b.until("the name is kept", "JSON.stringify(sessionStorage).includes('Ann')")
	b.until("the password is not", "!JSON.stringify(sessionStorage).includes('horse')")
}
