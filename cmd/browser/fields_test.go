package browser

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// labels returns the labels of the custom pet fields in their order.
func labels(tenant kit.Tenant) []string {
	var list []string
	for _, f := range tenant.Do("GET", "petFields/custom", nil).List() {
		list = append(list, f["label"].(string))
	}
	return list
}

func threeFields(tenant kit.Tenant) {
	for _, label := range []string{"First", "Second", "Third"} {
		tenant.Do("POST", "petFields/custom", map[string]any{"label": label, "type": "text"}).Object(201)
	}
}

func TestOrderThatIsNotSavedIsAsItWas(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	threeFields(tenant)
	b := signedIn(t, through(t, func(r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/reorder") {
			panic(http.ErrAbortHandler)
		}
	}), tenant.Key)
	b.visit("/fields")
	b.sees("Third")
	b.until("the handle has the focus", "(document.querySelector('.handle').focus(), document.activeElement.className === 'handle')")
	b.press(kb.ArrowDown)
	b.sees("No answer")
	b.until("the order is as it was", "[...document.querySelectorAll('.ordered .strong')].map((e) => e.innerText).join() === 'First,Second,Third'")
}

func TestFieldsAreReorderedByDragging(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	threeFields(tenant)
	b.visit("/fields")
	b.sees("Third")
	b.do(chromedp.DragAndDrop(chromedp.CSS(".ordered li:nth-child(3)"), chromedp.CSS(".ordered li:nth-child(1)")))
	kit.Eventually(t, "the order is saved", patience, func() bool {
		return slices.Equal(labels(tenant), []string{"Third", "First", "Second"})
	})
}

func TestFieldsAreMadeChangedAndRemovedWithTheirValues(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/fields")
	b.click("New field")
	b.dialog("New field")
	b.fill("Label", "Diet")
	b.fill("Type", "select")
	b.fill("Options", "Dry food")
	b.press(kb.Enter)
	b.fill("Options", "<5 kg")
	b.press(kb.Enter)
	b.fill("Options", ">5 kg")
	b.press(kb.Enter)
	b.fill("Options", "Влажный корм")
	b.press(kb.Enter)
	b.click("Save")
	b.until("it is in the list", "document.querySelector('.ordered')?.innerText.includes('Diet')")
	wantValues(t, tenant, "Dry food", "<5 kg", ">5 kg", "Влажный корм")
	tenant.NewPet(tenant.NewCustomer(nil), map[string]any{"custom_fields": map[string]any{"diet": "Dry food"}})
	b.click("Edit: Diet")
	b.dialog("Diet")
	b.click("Remove: Dry food")
	b.fill("Options", "Dried food")
	b.press(kb.Enter)
	b.click("Save")
	b.until("a word is corrected in the field that a pet has a value in", "!document.querySelector('dialog')")
	wantValues(t, tenant, "<5 kg", ">5 kg", "Влажный корм", "Dry food")
	b.click("Edit: Diet")
	b.dialog("Diet")
	b.click("Remove: >5 kg")
	b.fill("Options", "5–9 kg")
	b.press(kb.Enter)
	b.fill("Options", ">9 kg")
	b.press(kb.Enter)
	b.click("Save")
	b.until("one has become two", "!document.querySelector('dialog')")
	wantValues(t, tenant, "<5 kg", "Влажный корм", "Dry food", "5–9 kg", ">9 kg")
	b.click("Edit: Diet")
	b.dialog("Diet")
	b.fill("Label", "Food")
	b.click("Save")
	b.until("it has the other name", "document.querySelector('.ordered')?.innerText.includes('Food')")
	b.click("Remove: Food")
	b.sees("1 record holds a value")
	b.click("Remove field and values")
	b.until("it is gone", "!document.querySelector('dialog') && !document.querySelector('.ordered')")
	tenant.Do("POST", "petFields/custom", map[string]any{"label": "Den", "type": "text"}).Object(201)
	b.visit("/fields")
	b.click("Remove: Den")
	b.sees("“Den” leaves the form. Nothing has it.")
	if n := len(tenant.Do("GET", "petFields/custom", nil).List()); n != 1 {
		t.Errorf("asking left %d fields", n)
	}
	b.click("Remove")
	b.until("it is gone, too", "!document.querySelector('dialog') && !document.querySelector('.ordered')")
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

func TestStandardFieldsAreChanged(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	b.visit("/fields/customer")
	b.click("Edit: Company")
	b.dialog("Company")
	b.fill("Label", "Employer")
	b.click("Required")
	b.click("Save")
	b.until("it is in the list", "document.querySelector('tbody')?.innerText.includes('Employer')")
	for _, f := range tenant.Do("GET", "customerFields/standard", nil).List() {
		if f["key"] == "company_name" && (f["label"] != "Employer" || f["required"] != true) {
			t.Errorf("%v", f)
		}
	}
}
