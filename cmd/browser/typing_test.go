package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// A number on the way to another, such as 1.0 to 1.05, is left as it was typed.
func TestNumbersAreSavedAsTheyWereTyped(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	custom(tenant, "customerFields")
	c := tenant.NewCustomer(nil)
	b.visit("/customers/" + id(c) + "/edit")
	for typed, want := range map[string]float64{"1.05": 1.05, "0.50": 0.5, "-2.25": -2.25} {
		b.fill("My number", "")
		b.write(typed)
		b.holds("My number", typed)
		b.click("Save")
		b.until("it is saved", "document.querySelector('h1')?.innerText === 'Jo Bloggs'")
		if now := tenant.Do("GET", "customers/"+id(c), nil).Object(200)["custom_fields"].(map[string]any); now["my_number"] != want {
			t.Errorf("%s was saved as %v", typed, now["my_number"])
		}
		b.visit("/customers/" + id(c) + "/edit")
	}
}

// breeding is the form of the dog Rex where there are the breeds Canal Poodle and Canal Poodle Toy.
func breeding(t *testing.T) (tenant kit.Tenant, b *tab, pet map[string]any) {
	t.Helper()
	tenant, b = desk(t)
	for _, name := range []string{"Canal Poodle", "Canal Poodle Toy"} {
		tenant.Do("POST", "breeds", map[string]any{"name": name, "species": "dog"}).Object(201)
	}
	pet = tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"name": "Rex"})
	b.visit("/pets/" + id(pet) + "/edit")
	return tenant, b, pet
}

func TestBreedWhoseNameGoesOnIsTypedToItsEnd(t *testing.T) {
	t.Parallel()
	_, b, _ := breeding(t)
	b.fill("Breed", "Canal Poodle")
	b.until("both are offered", "document.querySelectorAll('datalist option').length === 2")
	b.write(" Toy")
	b.until("the longer one is chosen", "document.querySelector('.chip')?.innerText.startsWith('Canal Poodle Toy')")
	b.fill("Breed", "Canal Poodle")
	b.until("both are offered", "document.querySelectorAll('datalist option').length === 2")
	b.press(kb.Tab)
	b.until("the shorter one is chosen too", "document.querySelectorAll('.chip').length === 2")
	b.click("Save")
	b.sees("Canal Poodle Toy / Canal Poodle")
}

func TestBreedThatIsNoneIsNotDropped(t *testing.T) {
	t.Parallel()
	tenant, b, pet := breeding(t)
	b.fill("Breed", "Canal Poodel")
	b.press(kb.Enter)
	b.sees("There is no such breed")
	b.holds("Breed", "Canal Poodel")
	b.until("the field has the focus", "document.activeElement.labels?.[0]?.innerText === 'Breed'")
	if now := tenant.Do("GET", "pets/"+id(pet), nil).Object(200); now["version"] != 1.0 {
		t.Errorf("%v", now)
	}
	b.fill("Breed", "canal POODLE")
	b.press(kb.Enter)
	b.heading("Rex")
	if now := tenant.Do("GET", "pets/"+id(pet), nil).Object(200); now["breed"] != "Canal Poodle" {
		t.Errorf("%v", now["breed"])
	}
}

func TestWeightIsInTheUnitOfTheLocation(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	tenant.Do("PATCH", tenant.Base, map[string]any{"weight_unit": "lb"}).Object(200)
	pet := tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"name": "Rex"})
	b.visit("/pets/" + id(pet) + "/edit")
	b.fill("Weight", "12")
	b.holds("Unit", "lb")
	b.press(kb.Enter)
	b.heading("Rex")
	if got := tenant.Do("GET", "pets/"+id(pet), nil).Object(200)["weight"].(map[string]any)["unit"]; got != "lb" {
		t.Errorf("%v", got)
	}
}

func TestUnitWithoutAWeightIsNoWeight(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	pet := tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"name": "Rex"})
	b.visit("/pets/" + id(pet) + "/edit")
	b.fill("Unit", "lb")
	b.misses("unsaved change")
	b.click("Save")
	b.heading("Rex")
	b.visit("/pets/" + id(pet) + "/edit")
	b.fill("Unit", "lb")
	b.fill("Weight", "12")
	b.click("Save")
	b.heading("Rex")
	if got := tenant.Do("GET", "pets/"+id(pet), nil).Object(200)["weight"].(map[string]any)["unit"]; got != "lb" {
		t.Errorf("%v", got)
	}
}

// What was typed before a reload belongs to the record as it was then.
func TestDraftDoesNotOverwriteWhatSomebodyElseHasSaved(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(nil)
	b.visit("/customers/" + id(c) + "/edit")
	b.fill("Last name", "Mine")
	b.sees("1 unsaved change")
	tenant.Do("PATCH", "customers/"+id(c), map[string]any{"last_name": "Theirs"}).Object(200)
	b.visit("/customers/" + id(c) + "/edit")
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
	b.until("it is saved", "document.querySelector('h1')?.innerText === 'Jo Theirs'")

	b.visit("/customers/" + id(c) + "/edit")
	b.fill("Last name", "Discarded")
	b.sees("1 unsaved change")
	tenant.Do("PATCH", "customers/"+id(c), map[string]any{"last_name": "Newest"}).Object(200)
	b.visit("/customers/" + id(c) + "/edit")
	b.click("Discard it")
	b.holds("Last name", "Newest")
}

func TestFaultInAGroupHasTheFocus(t *testing.T) {
	t.Parallel()
	_, b := desk(t)
	b.visit("/customers/new")
	b.fill("First name", "Faulty")
	b.fill("Number", "12")
	b.tabTo("Save")
	b.press(kb.Enter)
	b.until("the fault has the focus", "document.activeElement.closest('[role=group][aria-invalid=true]')")
	b.until("the entry is named", "document.querySelector('.fault').innerText.startsWith('Number 1: ')")
}

func TestSaveKeepsTheFocusWhenItFails(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	path := "customers/" + id(tenant.NewCustomer(nil)) + "/notes"
	note := tenant.Do("POST", path, map[string]any{"title": "Feeding", "body": "Twice"}).Object(201)
	b.visit("/" + path)
	b.click("Edit: Feeding")
	b.dialog("Edit note")
	b.fill("Title", "Food")
	tenant.Do("DELETE", "notes/"+id(note), nil)
	b.tabTo("Save")
	b.press(kb.Enter)
	b.until("it has failed", "document.querySelector('.trouble')")
	b.until("the focus has stayed", "document.activeElement.innerText === 'Save'")
}

func TestRemovalOfWhatSomebodyElseHasChangedShowsIt(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	path := "customers/" + id(tenant.NewCustomer(nil)) + "/notes"
	note := tenant.Do("POST", path, map[string]any{"title": "Feeding", "body": "Twice"}).Object(201)
	b.visit("/" + path)
	b.sees("Twice")
	tenant.Do("PATCH", "notes/"+id(note), map[string]any{"body": "Thrice"}).Object(200)
	b.click("Remove: Feeding")
	b.dialog("Remove this note?")
	b.click("Remove")
	b.until("it is refused", "document.querySelector('dialog .trouble')")
	b.press(kb.Escape)
	b.sees("Thrice")
	b.click("Remove: Feeding")
	b.dialog("Remove this note?")
	b.click("Remove")
	b.sees("No notes yet")
}

func TestLinkEmptiesTheFieldThatNarrowsAList(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	tenant.NewCustomer(nil)
	b.visit("/customers?q=nobody")
	b.sees("Nothing found")
	b.holds("Name, telephone, e-mail, pet", "nobody")
	b.click("Customers")
	b.sees("Jo Bloggs")
	b.holds("Name, telephone, e-mail, pet", "")
}

func TestFocusGoesToThePageThatALinkOpens(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(nil)
	b.visit("/customers/" + id(c))
	b.tabTo("Notes")
	b.press(kb.Enter)
	b.sees("No notes yet")
	b.until("the page has the focus", "document.activeElement.id === 'main'")
}

func TestDraftHoldsNoPassword(t *testing.T) {
	t.Parallel()
	_, b := desk(t)
	b.visit("/customers/new")
	b.click("Address, contacts, vet and everything else")
	b.fill("Password", "correct horse")
	b.fill("First name", "Ann")
	b.until("the name is kept", "JSON.stringify(sessionStorage).includes('Ann')")
	b.until("the password is not", "!JSON.stringify(sessionStorage).includes('horse')")
}

func TestFormThatWasOnlyOpenedLeavesNoDraft(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/customers/" + id(tenant.NewCustomer(nil)) + "/notes")
	for range 2 {
		b.click("New note")
		b.dialog("New note")
		b.misses("This is what you typed before")
		b.until("the first field has the focus", "document.activeElement.labels?.[0]?.innerText === 'Title'")
		b.press(kb.Escape)
		b.until("the form is closed", "!document.querySelector('dialog')")
	}
}

func TestSearchSaysWhoIsNotActive(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	owner := tenant.NewCustomer(map[string]any{"last_name": "Hallam", "status": "blocked"})
	tenant.NewPet(owner, map[string]any{"name": "Moss", "status": "deceased"})
	b.visit("/")
	b.fill("Search customers, pets, microchips", "hallam")
	b.sees("Blocked", "Deceased")
}

func TestHalfADateIsNotSavedAsNone(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	pet := tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"name": "Rex", "birth_date": "2023-08-10", "birth_date_precision": "day"})
	b.visit("/pets/" + id(pet) + "/edit")
	b.fill("Name", "Max")
	b.until("the date has the focus", "finder.focus('Date of birth')")
	b.press(kb.Backspace)
	b.holds("Date of birth", "")
	b.tabTo("Save")
	b.press(kb.Enter)
	b.until("the date has the focus", "document.activeElement.type === 'date'")
	if now := tenant.Do("GET", "pets/"+id(pet), nil).Object(200); now["version"] != 1.0 {
		t.Errorf("%v", now)
	}
	b.fill("Date of birth", "2023-08-11")
	b.click("Save")
	b.sees("Max", "11 Aug 2023")
}

func TestBoardIsReadAgainWhenItsWindowIsLookedAt(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/today")
	b.sees("Nobody arrives")
	business(t, tenant)
	b.until("the window is looked at", "dispatchEvent(new Event('focus'))")
	b.until("who arrives is seen", "!document.body.innerText.includes('Nobody arrives')")
}
