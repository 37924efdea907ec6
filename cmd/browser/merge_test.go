package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// wide sets the width of the screen.
func (b *tab) wide(width int64) {
	b.t.Helper()
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 900, DeviceScaleFactor: 1})
}

// phone is desk on the screen of a telephone.
func phone(t *testing.T) (kit.Tenant, *tab) {
	t.Helper()
	tenant, b := desk(t)
	b.wide(390)
	return tenant, b
}

// accessible checks the page that is open on a telephone with axe, and that it scrolls sideways neither there nor on a desk.
func (b *tab) accessible(what string) {
	b.t.Helper()
	for _, width := range []int64{1440, 390} {
		b.wide(width)
		b.settled()
		if over := eval[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			b.t.Errorf("%s is %d pixels wider than a screen of %d", what, over, width)
		}
	}
	if found := b.faults(ownPart, false); len(found) > 0 {
		b.t.Errorf("%s: %s", what, strings.Join(found, "\n"))
	}
}

// twins are two records of one person, who can log in with both.
func twins(tenant kit.Tenant) (older, newer map[string]any) {
	older = tenant.NewCustomer(map[string]any{"email": "jo@example.com", "password": "correct horse", "tags": []string{"VIP"},
		"phones": []any{map[string]any{"type": "mobile", "number": "+447700900123", "primary": true}}})
	newer = tenant.NewCustomer(map[string]any{"first_name": "Joanna", "alert": "Pays late", "tags": []string{"Senior"},
		"phones": []any{map[string]any{"type": "mobile", "number": "+447700900123", "primary": true}}})
	tenant.NewPet(newer, map[string]any{"name": "Biscuit"})
	tenant.Do("POST", "customers/"+id(newer)+"/notes", map[string]any{"body": "Barks at bicycles"}).Object(201)
	return older, newer
}

func TestTwoCustomersAreMergedAsShownAndTheMergeIsUndone(t *testing.T) {
	tenant, b := phone(t)
	older, newer := twins(tenant)
	b.visit("/duplicates")
	b.sees("Same phone", "Jo Bloggs", "Joanna Bloggs", "1 pet")
	b.accessible("duplicates")
	b.follow("Compare with Jo Bloggs: Joanna Bloggs")
	b.sees("Stays", "Goes into it", "First name", "1 note, 1 pet")
	b.accessible("merge")
	b.until("the name that stays is shown", afterwards("First name", "Jo"))
	b.click("Of the one that goes Joanna")
	b.until("the chosen name is shown", afterwards("First name", "Joanna"))
	b.until("what one of them lacks comes from the other", afterwards("Alert", "Pays late"))
	b.until("lists are united", afterwards("Tags", "VIP Senior"))
	b.click("Merge")
	b.heading("Joanna Bloggs")
	b.sees("Pays late", "Biscuit", "Saved.")
	left := tenant.Do("GET", "customers/"+id(older), nil).Object(200)
	if left["first_name"] != "Joanna" || left["email"] != "jo@example.com" {
		t.Errorf("%v", left)
	}
	b.visit("/customers/" + id(newer)) // leads to the other one
	b.until("it is the one that stays", "location.hash.endsWith("+quote(id(older))+")")
	b.visit("/activity")
	b.sees("Customer merged")
	b.opens("Undo", "Undo this change")
	b.sees("This will happen")
	b.click("Undo")
	b.sees("Undone")
	b.visit("/customers/" + id(newer))
	b.sees("Joanna Bloggs", "Biscuit", "may be the same")
	if back := tenant.Do("GET", "customers/"+id(older), nil).Object(200); back["first_name"] != "Jo" {
		t.Errorf("%v", back)
	}
}

// afterwards is whether the dry run shows a value of a key.
func afterwards(key, value string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('fieldset')].some((f) => f.querySelector('legend').innerText === %s &&
		f.lastElementChild.innerText.replace(/\s+/g, ' ') === %s)`, quote(key), quote("Afterwards: "+value))
}

func TestWhatBlocksAMergeIsSaidAndThoseWhoAreNotTheSameLeaveTheDuplicates(t *testing.T) {
	tenant, b := phone(t)
	a := tenant.NewCustomer(map[string]any{"email": "jo@example.com", "password": "correct horse"})
	c := tenant.NewCustomer(map[string]any{"email": "other@example.com", "password": "correct horse"})
	b.visit("/duplicates/customers/" + id(a) + "/" + id(c))
	b.sees("Both can log in. Keep the login of one.", "Choose what is marked first.")
	if eval[bool](b, "[...document.querySelectorAll('main button')].some((x) => x.innerText === 'Merge')") {
		t.Error("it can be merged before it is decided")
	}
	b.accessible("a merge that is blocked")
	b.click("Of the one that goes Can log in")
	b.until("it can be merged", "[...document.querySelectorAll('main button')].some((x) => x.innerText === 'Merge')")
	b.click("Not the same person")
	b.heading("Duplicates")

	for range 2 {
		tenant.NewPet(a, map[string]any{"name": "Biscuit"})
	}
	b.visit("/duplicates/pets")
	b.sees("Same name, owner and species", "Biscuit")
	b.click("Not the same pet")
	b.sees("Nothing looks like a duplicate")
}

func TestAPersonIsErasedWhenTheNameIsTyped(t *testing.T) {
	tenant, b := phone(t)
	c := tenant.NewCustomer(map[string]any{"first_name": "Ottoline", "last_name": "Vane", "email": "ottoline@example.com"})
	b.visit("/customers/" + id(c))
	b.keepFiles()
	b.click("Everything we hold")
	b.until("it is saved", "window.saved.name === 'Ottoline Vane.json' && window.saved.text?.includes('ottoline@example.com')")
	b.accessible("a customer's personal data")
	b.opens("Erase", "Erase Ottoline Vane?")
	b.fill("Type “Ottoline Vane” to confirm", "Ottoline")
	b.click("Erase")
	b.sees("That is not the name.")
	b.fill("Type “Ottoline Vane” to confirm", "ottoline vane")
	b.click("Erase")
	b.heading("Customers")
	b.visit("/customers/" + id(c))
	b.sees("This person was erased on")
	b.misses("Ottoline", "Edit", "Everything we hold")
	if left := tenant.Do("GET", "customers/"+id(c), nil).Object(200); left["erased_at"] == nil || left["email"] != nil {
		t.Errorf("%v", left)
	}
}

// keepFiles keeps what the page saves: window.saved has the name and the text of the last file.
func (b *tab) keepFiles() {
	b.t.Helper()
	eval[bool](b, `(window.saved = {}, URL.createObjectURL = (file) => (file.text().then((text) => window.saved.text = text), '#'),
		HTMLAnchorElement.prototype.click = function () { window.saved.name = this.download }, true)`)
}
