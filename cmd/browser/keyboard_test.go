package browser

import (
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

// begins enters what opens a dialog whose title begins with title.
func (b *tab) begins(name, title string) {
	b.t.Helper()
	b.enter(name)
	b.form(title)
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
	tenant := newTenant(t)
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

// Those that are made with it are among the tasks of a morning.
func TestVaccinationsAndNotesAreChangedWithTheKeyboardAlone(t *testing.T) {
	tenant, b := desk(t)
	owner := tenant.NewCustomer(nil)
	pet := "pets/" + id(tenant.NewPet(owner, map[string]any{"name": "Biscuit", "species": "dog"}))
	kind := tenant.Do("GET", "vaccinationTypes", nil).List()[0]
	tenant.Do("POST", pet+"/vaccinations", map[string]any{"vaccination_type_id": kind["id"], "expires_on": "2031-05-05"}).Object(201)
	tenant.Do("POST", "customers/"+id(owner)+"/"+pet+"/notes", map[string]any{"title": "Collar", "body": "Blue"}).Object(201)
	name := kind["name"].(string)
	b.visit("/" + pet)
	b.enter("Edit: " + name + ", 5 May 2031")
	b.form(name)
	b.types("Clinic", "Canal Street")
	b.press(kb.Enter)
	b.closed(name)
	if list := tenant.Do("GET", pet+"/vaccinations", nil).List(); list[0]["clinic"] != "Canal Street" {
		t.Errorf("%v", list)
	}
	b.begins("Remove: "+name+", 5 May 2031", "Remove this vaccination?")
	b.enter("Remove")
	b.closed("No vaccinations on record")

	b.enter("Notes")
	b.sees("Blue")
	b.until("the page has the focus", "document.activeElement.id === 'main'")
	b.begins("Edit: Collar", "Edit note")
	b.tabTo("Keep at the top")
	b.press(" ")
	b.enter("Save")
	b.closed("Pinned")
	b.begins("Remove: Collar", "Remove this note?")
	b.press(kb.Escape)
	b.closed("Blue")
	b.begins("Remove: Collar", "Remove this note?")
	b.enter("Remove")
	b.closed("No notes yet")
}

func TestClashIsSettledWithTheKeyboardAlone(t *testing.T) {
	tenant, b := desk(t)
	breed := func(name string) any {
		return tenant.Do("POST", "breeds", map[string]any{"name": name, "species": "dog"}).Object(201)["id"]
	}
	terrier, _ := breed("Canal Terrier"), breed("Canal Spaniel")
	owner := tenant.NewCustomer(nil)
	pet := "pets/" + id(tenant.NewPet(owner, map[string]any{"name": "Rex", "coat": "short", "colour": "black"}))
	b.visit("/" + pet + "/edit")
	b.holds("Name", "Rex")
	theirs := map[string]any{"coat": "curly", "colour": "brown", "breed_ids": []any{terrier}}
	tenant.Do("PATCH", "customers/"+id(owner)+"/"+pet, theirs).Object(200)
	b.fill("Breed", "Canal Spaniel")
	b.until("the breed is a chip", "document.querySelector('.chip')")
	b.types("Coat", "wiry")
	b.types("Colour", "red")
	b.press(kb.Enter)
	b.form("Somebody else has changed this too")
	b.sees("Canal Terrier", "Canal Spaniel")
	for _, field := range []string{"coat", "breed_ids"} {
		for range 20 {
			if eval[bool](b, "document.activeElement.name === 'clash-"+field+"'") {
				break
			}
			b.press(kb.Tab)
		}
		b.press(kb.ArrowDown)
		b.until("theirs is chosen", "document.activeElement.closest('label').innerText.includes('Theirs')")
	}
	b.enter("Save this choice")
	b.heading("Rex")
	if now := tenant.Do("GET", pet, nil).Object(200); now["coat"] != "curly" || now["colour"] != "red" || now["breed"] != "Canal Terrier" {
		t.Errorf("%v", now)
	}
}

func TestListsAreManagedWithTheKeyboardAlone(t *testing.T) {
	_, b := desk(t)
	for _, list := range []struct{ path, what, title string }{
		{"/breeds?q=canal", "breed", "Breeds"}, {"/statuses", "status", "Pet statuses"}, {"/colours", "colour code", "Colour codes"},
	} {
		b.visit(list.path)
		b.begins("New "+list.what, "New "+list.what)
		b.types("Name", "Canal one")
		if list.what == "breed" {
			b.types("Species", "d")
		}
		b.enter("Save")
		b.closed("Canal one")
		b.begins("Edit: Canal one", "Edit "+list.what)
		b.types("Name", "Canal two")
		b.press(kb.Enter)
		b.closed("Canal two")
		b.begins("Remove: Canal two", "Remove this "+list.what)
		b.enter("Remove")
		b.until("it is gone", "!document.querySelector('dialog') && !document.body.innerText.includes('Canal two')")
		b.until("the page has the focus", "document.activeElement.id === 'main'")
	}
}

func TestWebhookIsLookedAfterWithTheKeyboardAlone(t *testing.T) {
	tenant, b := desk(t)
	url, status := receiver(t)
	status.Store(410)
	b.visit("/webhooks")
	b.begins("New webhook", "New webhook")
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
	b.sees("Failed", "Permanent")
	b.types("Status", "Delivered")
	b.sees("No deliveries")
	b.types("Status", "Failed")
	b.sees("Permanent")
	b.settled()
	b.enter("webhook.test")
	b.sees("Attempt 1", "410", "the receiver says <b>hello</b>", "X-Service-Event", "webhook-id", `"type": "webhook.test"`)
	b.enter("Deliver again")
	b.sees("Redelivery")
	kit.Eventually(t, "it is delivered", patience, func() bool {
		return tenant.Do("GET", path+"/deliveries", nil).List()[0]["status"] == "delivered"
	})
	b.enter("Refresh")
	b.sees("Delivered", "200")
	b.settled()
	b.enter("← Webhook")
	b.heading("Till")
	b.begins("Replay", "Replay")
	b.enter("Count")
	b.sees("events match")
	b.enter("Close")
	b.closed()
	tenant.Do("PATCH", path, map[string]any{"event_types": []string{"customer.*"}}).Object(200)
	b.begins("Rotate secret", "Rotate secret")
	b.enter("Rotate secret")
	b.until("what somebody else has changed refuses it", "document.querySelector('dialog .trouble')")
	b.press(kb.Escape)
	b.closed("customer.*")
	b.begins("Rotate secret", "Rotate secret")
	b.begins("Rotate secret", "The secret of this webhook")
	b.enter("I have it")
	b.closed()
	b.begins("Edit", "Edit webhook")
	b.tabTo("Deliver events")
	b.press(" ")
	b.enter("Save")
	b.closed("Paused")
	b.begins("Remove", "Remove this webhook?")
	b.enter("Remove")
	b.heading("Webhooks")
	b.sees("No webhooks yet")
}

func TestKeysAreMadeAndRevokedWithTheKeyboardAlone(t *testing.T) {
	tenant, b := desk(t)
	b.visit("/keys")
	b.begins("New key", "New key")
	b.types("Name", "Till")
	b.tabTo("See customers and pets")
	b.press(" ")
	b.begins("Save", "The new key")
	secret := eval[string](b, "document.querySelector('#secret').innerText")
	b.enter("I have it")
	b.closed("Till")
	b.misses(secret)
	tenant.Send(secret, "GET", tenant.Base+"/customers", nil).Object(200)
	tenant.Send(secret, "GET", tenant.Base+"/breeds", nil).Problem(403, "ability_missing")
	b.begins("Revoke: Till", "Revoke this key?")
	b.enter("Revoke")
	b.until("it is gone", "!document.querySelector('dialog') && !document.body.innerText.includes('Till')")
}
