package browser

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestFieldsAreMadeChangedAndRemovedWithTheirValues(t *testing.T) {
	tenant, b := desk(t)
	b.visit("/fields")
	b.begins("New field", "New field") // with the keyboard alone
	b.types("Label", "Diet")
	b.types("Type", "Choice of one")
	options := func(list ...string) {
		for _, text := range list {
			b.fill("Options", text)
			b.press(kb.Enter)
		}
	}
	b.types("Options", "Dry food")
	b.press(kb.Enter)
	b.write("<5 kg")
	b.press(kb.Enter)
	options(">5 kg", "Влажный корм")
	b.enter("Save")
	b.until("it is in the list", "document.querySelector('.ordered')?.innerText.includes('Diet')")
	wantValues(t, tenant, "Dry food", "<5 kg", ">5 kg", "Влажный корм")
	tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"custom_fields": map[string]any{"diet": "Dry food"}})
	b.opens("Edit: Diet", "Diet")
	b.click("Remove: Dry food")
	options("Dried food")
	b.click("Save")
	b.until("a word is corrected in the field that a pet has a value in", "!document.querySelector('dialog')")
	wantValues(t, tenant, "<5 kg", ">5 kg", "Влажный корм", "Dry food")
	b.opens("Edit: Diet", "Diet")
	b.click("Remove: >5 kg")
	options("5–9 kg", ">9 kg")
	b.click("Save")
	b.until("one has become two", "!document.querySelector('dialog')")
	wantValues(t, tenant, "<5 kg", "Влажный корм", "Dry food", "5–9 kg", ">9 kg")
	b.begins("Remove: Diet", "Remove this field?")
	b.sees("1 record holds a value")
	b.enter("Remove field and values")
	b.until("it is gone", "!document.querySelector('dialog') && !document.querySelector('.ordered')")
	tenant.Do("POST", "petFields/custom", map[string]any{"label": "Den", "type": "text"}).Object(201)
	b.load("/fields")
	b.click("Remove: Den")
	b.sees("“Den” leaves the form. Nothing has it.")
	if n := len(tenant.Do("GET", "petFields/custom", nil).List()); n != 1 {
		t.Errorf("asking left %d fields", n)
	}
	b.click("Remove")
	b.until("it is gone, too", "!document.querySelector('dialog') && !document.querySelector('.ordered')")

	b.enter("Customer form") // standard fields are changed alone
	b.sees("Company")
	b.begins("Edit: Company", "Company")
	b.types("Label", "Employer")
	b.tabTo("Required")
	b.press(" ")
	b.enter("Save")
	b.until("it is in the list", "document.querySelector('tbody')?.innerText.includes('Employer')")
	for _, f := range tenant.Do("GET", "customerFields/standard", nil).List() {
		if f["key"] == "company_name" && (f["label"] != "Employer" || f["required"] != true) {
			t.Errorf("%v", f)
		}
	}
}

// wantValues checks the values of the options of the only custom field.
func wantValues(t *testing.T, tenant kit.Tenant, want ...string) {
	t.Helper()
	var got []string
	for _, o := range tenant.Do("GET", "petFields/custom", nil).List()[0]["options"].([]any) {
		got = append(got, o.(map[string]any)["value"].(string))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the values are %q, want %q", got, want)
	}
}

func TestFieldsAreReorderedByDraggingUnlessThatIsNotSaved(t *testing.T) {
	tenant := newTenant(t)
	for _, label := range []string{"First", "Second", "Third"} {
		tenant.Do("POST", "petFields/custom", map[string]any{"label": label, "type": "text"}).Object(201)
	}
	var away atomic.Bool
	ofOrders := func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/reorder") }
	b := signedIn(t, through(t, unreachable(&away, ofOrders)), tenant.Key)
	b.visit("/fields")
	b.sees("Third")
	b.do(chromedp.DragAndDrop(chromedp.CSS(".ordered li:nth-child(3)"), chromedp.CSS(".ordered li:nth-child(1)")))
	kit.Eventually(t, "the order is saved", patience, func() bool {
		var labels []string
		for _, f := range tenant.Do("GET", "petFields/custom", nil).List() {
			labels = append(labels, f["label"].(string))
		}
		return slices.Equal(labels, []string{"Third", "First", "Second"})
	})
	away.Store(true)
	b.tabTo("Move Third, position 1 of 3")
	b.press(kb.ArrowDown)
	b.sees("No answer")
	b.until("the order is as it was",
		"[...document.querySelectorAll('.ordered .strong')].map((e) => e.innerText).join() === 'Third,First,Second'")
}
