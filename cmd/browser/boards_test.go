package browser

import (
	"strings"
	"testing"
	"text/template"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// stays are the orders of a household: a pet arrives, stays and leaves today. A pet that stays counts once, however many orders it has; a
// visit that was completed without an end is over, and a course of classes is no stay.
var stays = []struct {
	Pet, From, To   int // days from today
	Status, Service string
	Endless         bool
}{
	{0, 0, 3, "open", "boarding", false},
	{1, -2, 2, "open", "boarding", false},
	{2, -3, 0, "open", "boarding", false},
	{1, -1, 1, "open", "boarding", false},
	{0, -4, 0, "completed", "boarding", true},
	{0, -7, 7, "open", "classes", false},
}

// business creates a household whose pets arrive, stay and leave today.
func business(t *testing.T, tenant kit.Tenant) {
	t.Helper()
	noon := time.Now().In(testkit.Must[*time.Location](t)(time.LoadLocation(tenant.Account.Timezone)))
	noon = time.Date(noon.Year(), noon.Month(), noon.Day(), 12, 0, 0, 0, noon.Location())
	lines := template.Must(template.New("business.jsonl").Funcs(template.FuncMap{
		"at": func(days int) string { return noon.AddDate(0, 0, days).UTC().Format(time.RFC3339) },
		"on": func(days int) string { return noon.AddDate(0, 0, days).Format(time.DateOnly) },
	}).ParseFS(testdata, "testdata/business.jsonl"))
	var file strings.Builder
	if err := lines.Execute(&file, map[string]any{"Currency": tenant.Account.Currency, "Stays": stays}); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := tenant.Import(tenant.File(file.String())); status != 0 {
		t.Fatal(errs)
	}
}

// column returns the text of a card of the board.
func (b *tab) column(title string) string {
	b.t.Helper()
	return eval[string](b, `[...document.querySelectorAll('.card')].
		find((c) => c.querySelector('h2')?.innerText.startsWith(`+quote(title)+`)).innerText`)
}

func TestComplianceSaysWhatIsMissingAndWhomToCall(t *testing.T) {
	tenant, b := desk(t)
	business(t, tenant)
	requires(tenant, "Rabies")
	tenant.Do("PATCH", tenant.Base, map[string]any{"service_types": []string{"boarding", "grooming"}}).Object(200)
	b.visit("/compliance")
	b.sees("Badger", "Ella", "Rabies", "07700 900413", "Beatrice Oakes")
	b.misses("Milo")
	b.until("the number is a link", "document.querySelector('a[href=\"tel:+447700900413\"]')")
	b.visit("/compliance?to=" + time.Now().AddDate(0, 0, -20).Format(time.DateOnly))
	b.sees("Badger")
	b.fill("Last day", time.Now().AddDate(0, 0, 20).Format(time.DateOnly))
	b.sees("Milo")
	b.fill("Status", "not_required")
	b.sees("No pet is in this state")
	b.fill("Service", "grooming")
	b.fill("Status", "non_compliant")
	b.sees("This service asks for no vaccinations")
	badger := tenant.Do("GET", "pets?search=badger", nil).List()[0]
	exempt := map[string]any{"vaccination_type_id": vaccine(tenant, "Rabies")["id"], "kind": "medical"}
	tenant.Do("POST", "pets/"+id(badger)+"/exemptions", exempt).Object(201)
	b.visit("/compliance?status=compliant")
	b.until("what makes up for the vaccination is said", `[...document.querySelectorAll('th')].some((e, i) => e.innerText === 'Exempt' &&
		document.querySelectorAll('tbody td')[i].innerText === 'Rabies')`)
}

func TestBoardAndChartsShowTheBusiness(t *testing.T) {
	tenant, b := desk(t)
	b.visit("/today")
	b.sees("Nobody arrives")
	business(t, tenant)
	b.until("the window is looked at", "dispatchEvent(new Event('focus'))")
	b.sees("Milo")
	for title, want := range map[string][2]string{"Arriving": {"Milo", "12:00"}, "In the house": {"Ella", "until"},
		"Leaving": {"Badger", "since"}} {
		got := b.column(title)
		for _, text := range append(want[:], "07700 900413", "Text only") {
			if !strings.Contains(got, text) {
				t.Errorf("%s lacks %s: %s", title, text, got)
			}
		}
	}
	if got := b.column("In the house"); !strings.HasPrefix(got, "In the house 1") || strings.Contains(got, "Milo") {
		t.Errorf("Ella alone is in the house: %s", got)
	}
	b.click("The day before")
	b.until("Ella stays, Badger too", `document.querySelectorAll('.board .card')[1].innerText.includes('Badger')`)
	b.fill("Service", "grooming")
	b.sees("Nobody arrives", "Nobody is staying", "Nobody leaves")

	for range 11 {
		h := tenant.Do("POST", "/v1/webhooks", map[string]any{"url": "http://127.0.0.1:9/", "event_types": []string{"*"}}).Object(201)
		tenant.Do("POST", "/v1/webhooks/"+id(h)+"/test", nil).Object(202)
	}
	b.visit("/")
	b.until("three charts are drawn", "document.querySelectorAll('.plot canvas').length === 3")
	for title, want := range map[string]float64{"Pets arriving in the next 14 days": 1, "Vaccinations that run out, by week": 1,
		"Webhook deliveries of the last 7 days": 11} {
		sum := eval[float64](b, `[...document.querySelectorAll('.chart table')].find((x) => x.caption.innerText === `+quote(title)+`)
			.querySelectorAll('td').values().reduce((n, cell) => n + Number(cell.innerText), 0)`)
		if sum != want {
			t.Errorf("%s: %v, want %v", title, sum, want)
		}
	}
	before := b.asks("/orders?")
	b.do(chromedp.Evaluate[chromedp.Void]("dispatchEvent(new Event('focus'))"))
	kit.Eventually(t, "who comes is asked anew", patience, func() bool { return b.asks("/orders?") > before })
}

func TestCustomersOrdersAndCatalogShowTheBusiness(t *testing.T) {
	tenant, b := desk(t)
	business(t, tenant)
	customer := "/customers/" + id(tenant.Do("GET", "customers", nil).List()[0])
	tenant.Do("POST", customer[1:]+"/notes", map[string]any{"title": "Away", "body": "On holiday"}).Object(201)
	b.visit(customer + "/health")
	b.sees("Milo", "Ella", "Badger", "Rabies", "Expiring", "days left")
	b.visit(customer + "/history")
	b.sees("Customer", "Away", "Rabies", "Order N-0")
	b.visit(customer + "/notes")
	b.sees("Rings before she comes") // nobody has written it
	b.visit(customer + "/orders")
	b.until("the stay has its year", "/ \\d{4}/.test([...document.querySelectorAll('tbody td')].find((e) => / – /.test(e.innerText))?.innerText)")
	b.click("N-1")
	b.sees("Order N-1", "Garden room", "£126.00", "£96.00", "Ella", "Beatrice Oakes", "Card", "£30.00")

	b.visit("/catalog")
	b.sees("Garden room", "£42.00", "per night")
	b.click("1 price rule")
	b.sees("Further pets", "£29.00")
	for tab, want := range map[string]string{"Retail": "Rope tug", "Adjustments": "Loyalty", "Taxes": "20 %", "Add-ons": "Nothing here yet"} {
		b.click(tab)
		b.sees(want)
	}
	b.click("Rates")
	b.sees("Garden room") // the field of the other tab is gone
	b.fill("Name or code", "castle")
	b.sees("Nothing found")
	b.fill("Name or code", "garden")
	b.sees("Garden room")
	b.fill("Status", "false")
	b.sees("Nothing found")
}

func TestDatesAndMoneyAreWrittenAsTheLocationWritesThem(t *testing.T) {
	tenant, b := desk(t)
	location := func(code, zone, currency, country string) kit.Tenant {
		at := tenant
		at.Account = tenant.AddAccount(code, zone, currency, country)
		at.Base = "/v1/accounts/" + at.Account.ID.String()
		business(t, at)
		return at
	}
	us := location("portland", "America/New_York", "USD", "US")
	location("tokyo", "Asia/Tokyo", "JPY", "JP")
	o := us.Do("GET", "orders?number=N-0", nil).List()[0]
	b.open("portland/catalog")
	b.sees("$42.00")
	b.open("portland/orders/" + id(o))
	b.sees("12:00 PM", "$126.00")
	b.open("tokyo/catalog") // a yen has no parts
	b.sees("4,200")

	// A key that does not see the timezone of its location is shown that of the browser.
	b = signedIn(t, serverURL(t), tenant.NewKeyFor([]string{"portland"}, "orders:read"))
	call(b, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Pacific/Auckland"})
	b.open(us.Account.ID.String() + "/orders/" + id(o))
	b.sees(eval[string](b, "new Date("+quote(o["starts_at"].(string))+`).toLocaleTimeString(navigator.language,
		{hour: '2-digit', minute: '2-digit'})`))
}
