package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// enter presses Tab until the named element has the focus, and then Enter.
func (b *tab) enter(name string) {
	b.t.Helper()
	b.tabTo(name)
	b.press(kb.Enter)
}

// types replaces the content of the field with the label.
func (b *tab) types(label, text string) {
	b.t.Helper()
	b.tabTo(label)
	b.press(kb.End)
	for range eval[int](b, "document.activeElement.tagName === 'SELECT' ? 0 : document.activeElement.value?.length || 0") {
		b.press(kb.Backspace)
	}
	b.write(text)
}

// form waits for a dialog whose title begins with title and that has the focus.
func (b *tab) form(title string) {
	b.t.Helper()
	b.until("the dialog "+title+" has the focus",
		"document.activeElement.closest('dialog')?.querySelector('h2').innerText.startsWith("+quote(title)+")")
}

// closed waits until no dialog is open and the page contains the texts.
func (b *tab) closed(texts ...string) {
	b.t.Helper()
	b.until("the dialog is closed", "!document.querySelector('dialog')")
	b.sees(texts...)
	b.settled()
}

func (b *tab) heading(text string) {
	b.t.Helper()
	b.until("the page "+text+" is open", "document.querySelector('h1')?.innerText === "+quote(text))
	b.settled()
}

func TestLocationIsSwitchedByKeyboardFromSigningInToSigningOut(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	tenant.AddAccount("portland", "America/New_York", "USD", "US")
	b := newTab(t, serverURL(t))
	b.open("main/")
	b.until("the first field has the focus", "document.activeElement.id === 'email'")
	b.types("API key", tenant.Key)
	b.press(kb.Enter)
	b.heading("Good to see you")
	b.tabTo("Location")
	b.press(kb.ArrowDown)
	b.until("the other location is open", "location.hash.startsWith('#/portland/')")
	b.settled()
	b.enter("Customers")
	b.sees("No customers yet")
	b.enter("Signed in as test")
	b.sees("Appearance")
	b.enter("Sign out")
	b.sees("Sign in", "API key")
}

func TestVaccinationsAndNotesAreChangedWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/pets/" + id(tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"name": "Biscuit", "species": "dog"})))
	b.heading("Biscuit")
	b.enter("New vaccination")
	b.form("New vaccination")
	b.types("Vaccine", "Rab")
	b.types("Expires on", "05052031")
	b.press(kb.Enter)
	b.closed("Rabies", "5 May 2031")
	b.enter("Edit: Rabies, 5 May 2031")
	b.form("Rabies")
	b.types("Clinic", "Canal Street")
	b.press(kb.Enter)
	b.closed("Rabies")
	pet := tenant.Do("GET", "pets", nil).List()[0]
	if list := tenant.Do("GET", "pets/"+id(pet)+"/vaccinations", nil).List(); list[0]["clinic"] != "Canal Street" {
		t.Errorf("%v", list)
	}
	b.enter("Remove: Rabies, 5 May 2031")
	b.form("Remove this vaccination?")
	b.enter("Remove")
	b.closed("No vaccinations on record")

	b.enter("Notes")
	b.sees("No notes yet")
	b.enter("New note")
	b.form("New note")
	b.types("Title", "Collar")
	b.types("Note", "Blue")
	b.enter("Save")
	b.closed("Blue")
	b.enter("Edit: Collar")
	b.form("Edit note")
	b.tabTo("Keep at the top")
	b.press(" ")
	b.enter("Save")
	b.closed("Pinned")
	b.enter("Remove: Collar")
	b.form("Remove this note?")
	b.press(kb.Escape)
	b.closed("Blue")
	b.enter("Remove: Collar")
	b.form("Remove this note?")
	b.enter("Remove")
	b.closed("No notes yet")
}

func TestClashIsSettledWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	c := tenant.NewCustomer(nil)
	pet := tenant.NewPet(c, map[string]any{"name": "Rex", "coat": "short", "colour": "black"})
	b.visit("/pets/" + id(pet) + "/edit")
	b.holds("Name", "Rex")
	tenant.Do("PATCH", "customers/"+id(c)+"/pets/"+id(pet), map[string]any{"coat": "curly", "colour": "brown"}).Object(200)
	b.types("Coat", "wiry")
	b.types("Colour", "red")
	b.press(kb.Enter)
	b.form("Somebody else has changed this too")
	for range 20 {
		if eval[bool](b, "document.activeElement.name === 'clash-coat'") {
			break
		}
		b.press(kb.Tab)
	}
	b.press(kb.ArrowDown)
	b.until("theirs is chosen", "document.activeElement.closest('label').innerText.includes('Theirs')")
	b.enter("Save this choice")
	b.heading("Rex")
	if now := tenant.Do("GET", "pets/"+id(pet), nil).Object(200); now["coat"] != "curly" || now["colour"] != "red" {
		t.Errorf("%v", now)
	}
}

func TestListsAreManagedWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	_, b := desk(t)
	for _, list := range []struct{ path, what, title string }{
		{"/breeds?q=canal", "breed", "Breeds"}, {"/statuses", "status", "Pet statuses"}, {"/colours", "colour code", "Colour codes"},
	} {
		b.visit(list.path)
		b.enter("New " + list.what)
		b.form("New " + list.what)
		b.types("Name", "Canal one")
		if list.what == "breed" {
			b.types("Species", "d")
		}
		b.enter("Save")
		b.closed("Canal one")
		b.enter("Edit: Canal one")
		b.form("Edit " + list.what)
		b.types("Name", "Canal two")
		b.press(kb.Enter)
		b.closed("Canal two")
		b.enter("Remove: Canal two")
		b.form("Remove this " + list.what)
		b.enter("Remove")
		b.until("it is gone", "!document.querySelector('dialog') && !document.body.innerText.includes('Canal two')")
	}
}

func TestFieldsAreManagedWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	tenant.Do("POST", "customerFields/custom", map[string]any{"label": "First", "type": "text"}).Object(201)
	b.visit("/fields")
	b.enter("Customer form")
	b.until("the other form is shown", "document.querySelector('.ordered')?.innerText.includes('First')")
	b.settled()
	b.enter("New field")
	b.form("New field")
	b.types("Label", "Diet")
	b.types("Type", "Choice of one")
	b.types("Options", "Dry food")
	b.press(kb.Enter)
	b.write("Wet food")
	b.enter("Save")
	b.until("it is in the list", "document.querySelector('.ordered').innerText.includes('Diet')")
	b.tabTo("Move Diet, position 2 of 2")
	b.press(kb.ArrowUp)
	kit.Eventually(t, "the order is saved", patience, func() bool {
		return tenant.Do("GET", "customerFields/custom", nil).List()[0]["label"] == "Diet"
	})
	b.enter("Edit: Diet")
	b.form("Diet")
	b.types("Label", "Food")
	b.press(kb.Enter)
	b.closed("Food")
	b.enter("Remove: Food")
	b.form("Remove this field?")
	b.enter("Remove")
	b.until("it is gone", "!document.querySelector('dialog') && !document.body.innerText.includes('Food')")
}

func TestWebhookIsLookedAfterWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	url, status := receiver(t)
	status.Store(410)
	b.visit("/webhooks")
	b.enter("New webhook")
	b.form("New webhook")
	b.types("URL", url)
	b.types("Event types", "*")
	b.press(kb.Enter)
	b.types("Description", "Till")
	b.press(kb.Enter)
	b.form("The secret of this webhook")
	secret := eval[string](b, "document.querySelector('#secret').innerText")
	b.enter("I have it")
	b.heading("Till")
	b.sees(secret[len(secret)-4:])
	b.misses(secret)
	path := "/v1/webhooks/" + id(tenant.Do("GET", "/v1/webhooks", nil).List()[0])
	b.enter("Send a test")
	b.sees("A test event is on its way")
	kit.Eventually(t, "the delivery has failed", patience, func() bool {
		list := tenant.Do("GET", path+"/deliveries", nil).List()
		return len(list) == 1 && list[0]["status"] == "failed"
	})
	status.Store(200)
	b.enter("Refresh")
	b.sees("Permanent")
	b.settled()
	b.enter("webhook.test")
	b.sees("Attempt 1")
	b.enter("Deliver again")
	b.sees("Redelivery")
	b.settled()
	b.enter("← Webhook")
	b.heading("Till")
	b.enter("Replay")
	b.form("Replay")
	b.enter("Count")
	b.sees("events match")
	b.enter("Close")
	b.closed()
	b.enter("Rotate secret")
	b.form("Rotate secret")
	b.enter("Rotate secret")
	b.form("The secret of this webhook")
	b.enter("I have it")
	b.closed()
	b.enter("Edit")
	b.form("Edit webhook")
	b.tabTo("Deliver events")
	b.press(" ")
	b.enter("Save")
	b.closed("Paused")
	b.enter("Remove")
	b.form("Remove this webhook?")
	b.enter("Remove")
	b.heading("Webhooks")
	b.sees("No webhooks yet")
}

func TestReplayIsCountedAndStartedWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	path, deliveries := failedDeliveries(t, tenant, 2)
	b.visit(path)
	b.enter("Replay")
	b.form("Replay")
	b.types("Which", "All")
	b.enter("Count")
	b.sees("2 events match")
	b.enter("Replay now")
	b.sees("Replay done: 2 of 2 queued")
	b.enter("Close")
	b.closed()
	deliveries("delivered", 2)
}

func TestKeysAndEventsWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/keys")
	b.enter("New key")
	b.form("New key")
	b.types("Name", "Till")
	b.tabTo("See customers and pets")
	b.press(" ")
	b.enter("Save")
	b.form("The new key")
	secret := eval[string](b, "document.querySelector('#secret').innerText")
	b.enter("I have it")
	b.closed("Till")
	b.misses(secret)
	tenant.Send(secret, "GET", tenant.Base+"/customers", nil).Object(200)
	tenant.Send(secret, "GET", tenant.Base+"/breeds", nil).Problem(403, "ability_missing")
	b.enter("Revoke: Till")
	b.form("Revoke this key?")
	b.enter("Revoke")
	b.until("it is gone", "!document.querySelector('dialog') && !document.body.innerText.includes('Till')")
	b.enter("Live events")
	b.heading("Live events")
	b.enter("Pause")
	b.sees("Paused")
	b.enter("Go on")
	b.live()
	b.enter("Today")
	b.heading("Today")
	b.enter("The day before")
	b.until("another day is shown", "location.hash.includes('day=')")
	b.types("Service", "b")
	b.until("a service is chosen", "location.hash.includes('service=boarding')")
	if strings.Contains(b.text(), "That did not work") {
		t.Error(b.text())
	}
}
