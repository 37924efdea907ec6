package browser

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	searchField = "Search customers, pets, microchips"
	narrowField = "Name, telephone, e-mail, pet"
)

func TestSearchFindsInTheLocationAndOpensWhatWasFound(t *testing.T) {
	tenant, b := desk(t)
	tenant.AddAccount("portland", "America/New_York", "USD", "US")
	owner := tenant.NewCustomer(map[string]any{"first_name": "Ada", "last_name": "Underwood", "status": "blocked"})
	tenant.NewPet(owner, map[string]any{"name": "Pumpkin", "status": "deceased"})
	b.visit("/")
	b.press("/")
	b.write("underwood")
	b.sees("Pumpkin", "Blocked", "Deceased")
	b.press(kb.ArrowDown, kb.Enter)
	b.heading("Pumpkin")
	b.press("/")
	b.write("underwood")
	b.sees("Show all results")
	b.press(kb.Escape)
	b.until("the list is closed", "document.querySelector('#search').getAttribute('aria-expanded') === 'false'")
	b.fill(searchField, "🐕") // one character, of two in JavaScript, is not searched for
	b.fill(searchField, "underwood")
	b.sees("Ada Underwood", "Show all results")
	b.fill("Location", "portland")
	b.until("the address names it", "location.hash.startsWith('#/portland/')")
	b.settled()
	b.until("the search is empty", "finder.focus('Search customers') && document.querySelector('#search').value === ''")
	b.misses("Ada Underwood")
}

func TestListsAreNarrowedAndGoOnAndAreSavedWhole(t *testing.T) {
	tenant, b := desk(t)
	for i := range 53 {
		tenant.NewCustomer(map[string]any{"last_name": "=Row", "status": []string{"active", "inactive"}[i%2],
			"phones": []any{map[string]any{"number": "07700 900123"}}})
	}
	rows := func(n int) {
		t.Helper()
		b.until("the rows are shown", "document.querySelectorAll('tbody tr').length === "+strconv.Itoa(n))
	}
	b.visit("/customers")
	rows(50)
	b.do(chromedp.Evaluate[chromedp.Void]("URL.createObjectURL = (file) => { file.text().then((text) => { window.csv = text }); return '#' }"))
	b.click("Save as CSV: Customers")
	lines := strings.Split(strings.TrimSpace(wait[string](b, "the file is made", "window.csv")), "\r\n")
	if len(lines) != 54 || !strings.HasPrefix(strings.TrimPrefix(lines[0], "\ufeff"), `"Name","Telephone","Pets"`) ||
		!strings.Contains(lines[1], `"07700 900123"`) {
		t.Errorf("%d lines: %q", len(lines), lines[:2])
	}
	b.click("Show more")
	rows(53)
	b.fill("Status", "inactive")
	rows(26)
	b.fill(narrowField, "nobody at all")
	b.sees("Nothing found")
	tenant.NewPet(tenant.NewCustomer(map[string]any{"last_name": "Okafor", "status": "inactive"}), map[string]any{"name": "Oscar"})
	b.fill(narrowField, "oscar")
	b.sees("Okafor", "Pet: Oscar")
	b.click("Customers")
	rows(50)
	b.holds(narrowField, "")
	b.fill(narrowField, "🐕") // is not searched for
	b.until("it is in the address", "location.hash.includes('q=')")
	rows(50)
	b.visit("/search?q=oscar")
	rows(2)
}

func TestLongNamesAndAddressesLeaveTheStatusInView(t *testing.T) {
	tenant, b := desk(t)
	c := tenant.NewCustomer(map[string]any{"first_name": strings.Repeat("W", 90), "email": strings.Repeat("long", 14) + "@example.com", "tags": []any{"VIP"}})
	b.visit("/customers")
	b.until("the table fits", `(() => { const t = document.querySelector('.table-wrap'); return t && t.scrollWidth <= t.clientWidth })()`)
	tenant.Do("POST", "customers/"+id(c)+"/notes", map[string]any{"body": strings.Repeat("Long ", 1900)}).Object(201)
	b.visit("/customers/" + id(c) + "/notes")
	b.until("a note is shown whole", `[...document.querySelectorAll('.notes p')].some((p) => p.scrollHeight > 320 && p.scrollHeight === p.clientHeight)`)
}
