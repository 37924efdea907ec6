package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// stays are the orders of a household: a pet arrives, stays and leaves today. A pet that stays counts once, however many orders it has; a
// visit that was completed without an end is over, and a course of classes is no stay.
var stays = []struct {
	pet, from, to    int // days from today
	status, services string
	endless          bool
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
	zone, err := time.LoadLocation(tenant.Account.Timezone)
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Now().In(zone)
	noon = time.Date(noon.Year(), noon.Month(), noon.Day(), 12, 0, 0, 0, zone)
	at := func(days int) string { return noon.AddDate(0, 0, days).UTC().Format(time.RFC3339) }
	var lines []string
	line := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	line(
		`{"type":"customer","external_id":"C-1","first_name":"Beatrice","last_name":"Oakes","email":"b@example.com",` +
			`"phones":[{"type":"mobile","number":"+447700900413","primary":true}],"alert":"Text only"}`,
	)
	for i, name := range []string{"Milo", "Ella", "Badger"} {
		line(`{"type":"pet","external_id":"P-%d","customer":"C-1","name":"%s","species":"dog","microchip":"99936195316127%d"}`, i, name, i)
	}
	line(`{"type":"tax","external_id":"T-1","name":"VAT","rate":"20","inclusive":true}`)
	line(
		`{"type":"rate","external_id":"R-1","name":"Garden room","code":"GARDEN","serviceType":"boarding","item_order":1,`+
			`"taxes":["T-1"],"value_data":{"pricing_model":"per_night","base_price":{"amount":4200,"currency":"%[1]s"},`+
			`"rows":[{"label":"Further pets","when":{"pet_position":{"from":2}},"price":{"amount":2900,"currency":"%[1]s"}}]}}`,
		tenant.Account.Currency,
	)
	line(
		`{"type":"retail_product","external_id":"RP-1","name":"Rope tug","sku":"TUG","price":{"amount":1000,"currency":"%s"},`+
			`"stock_quantity":12,"track_stock":true}`,
		tenant.Account.Currency,
	)
	line(
		`{"type":"adjustment","external_id":"A-1","name":"Loyalty","code":"LOYAL","kind":"discount",` +
			`"value_data":{"kind":"percent","percent":"10","applies_per":"order"}}`,
	)
	for i, stay := range stays {
		ends := `"` + at(stay.to) + `"`
		if stay.endless {
			ends = "null"
		}
		line(
			`{"type":"order","external_id":"O-%[1]d","number":"N-%[1]d","customer":"C-1","pets":["P-%[6]d"],"status":"%[7]s",`+
				`"service_types":["%[8]s"],"starts_at":"%[2]s","ends_at":%[3]s,"placed_at":"%[4]s","lines":[{"kind":"rate",`+
				`"item":"R-1","name":"Garden room","pet":"P-%[6]d","quantity":3,"unit_price":{"amount":4200,"currency":"%[5]s"}}],`+
				`"totals":{"subtotal":{"amount":12600,"currency":"%[5]s"},"discount":{"amount":0,"currency":"%[5]s"},`+
				`"tax":{"amount":0,"currency":"%[5]s"},"total":{"amount":12600,"currency":"%[5]s"},"paid":{"amount":3000,`+
				`"currency":"%[5]s"},"balance_due":{"amount":9600,"currency":"%[5]s"}},"payments":[{"method":"card",`+
				`"amount":{"amount":3000,"currency":"%[5]s"},"taken_at":"%[4]s"}]}`,
			i,
			at(stay.from),
			ends,
			at(-8),
			tenant.Account.Currency,
			stay.pet,
			stay.status,
			stay.services,
		)
	}
	line(
		`{"type":"vaccination","external_id":"V-1","pet":"P-0","vaccination_type":"Rabies","expires_on":"%s"}`,
		noon.AddDate(0, 0, 10).Format(time.DateOnly),
	)
	if status, _, errs := tenant.Import(tenant.File(strings.Join(lines, "\n"))); status != 0 {
		t.Fatal(errs)
	}
}

// column returns the text of a card of the board.
func (b *tab) column(title string) string {
	b.t.Helper()
	return eval[string](
		b,
		`[...document.querySelectorAll('.card')].find((c) => c.querySelector('h2')?.innerText.startsWith(`+quote(title)+`)).innerText`,
	)
}

func TestBoardShowsWhoArrivesStaysAndLeaves(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	business(t, tenant)
	b.visit("/today")
	b.sees("Milo")
	for title, want := range map[string][2]string{"Arriving": {"Milo", "12:00"}, "In the house": {"Ella", "until"}, "Leaving": {"Badger", "since"}} {
		if got := b.column(title); !strings.Contains(got, want[0]) || !strings.Contains(got, want[1]) ||
			!strings.Contains(got, "07700 900413") ||
			!strings.Contains(got, "Text only") {
			t.Errorf("%s: %s", title, got)
		}
	}
	if got := b.column("In the house"); !strings.HasPrefix(got, "In the house 1") || strings.Contains(got, "Milo") {
		t.Errorf("Ella alone is in the house: %s", got)
	}
	b.click("The day before")
	b.until("Ella stays, Badger too", `document.querySelectorAll('.board .card')[1].innerText.includes('Badger')`)
	b.fill("Service", "grooming")
	b.sees("Nobody arrives", "Nobody is staying", "Nobody leaves")
}

func TestOrdersAreShownAsTheyWereSold(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	business(t, tenant)
	c := tenant.Do("GET", "customers", nil).List()[0]
	b.visit("/customers/" + id(c) + "/orders")
	b.until("the stay has its year", "/ \\d{4}/.test([...document.querySelectorAll('tbody td')].find((e) => / – /.test(e.innerText))?.innerText)")
	b.click("N-1")
	b.sees("Order N-1", "Garden room", "£126.00", "£96.00", "Ella", "Beatrice Oakes", "Card", "£30.00")
	b.click("New note")
	b.dialog("New note")
	b.fill("Note", "Comes at seven")
	b.click("Save")
	b.sees("Comes at seven")
}

func TestCustomerShowsTheHealthOfAllPets(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	business(t, tenant)
	c := tenant.Do("GET", "customers", nil).List()[0]
	b.visit("/customers/" + id(c) + "/health")
	b.sees("Milo", "Ella", "Badger", "Rabies", "Expiring", "days left")
}

func TestHistoryOfACustomerHasNotesVaccinationsAndOrders(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	business(t, tenant)
	c := tenant.Do("GET", "customers", nil).List()[0]
	tenant.Do("POST", "customers/"+id(c)+"/notes", map[string]any{"title": "Away", "body": "On holiday"}).Object(201)
	b.visit("/customers/" + id(c) + "/history")
	b.sees("Customer", "Away", "Rabies", "Order N-0")
}

func TestComplianceSaysWhatIsMissingAndWhomToCall(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	business(t, tenant)
	var rabies string
	for _, v := range tenant.Do("GET", "vaccinationTypes", nil).List() {
		if v["name"] == "Rabies" {
			rabies = id(v)
			tenant.Do("PUT", "vaccinationRequirements/"+id(v), map[string]any{"required_for": []string{"boarding"}, "default_validity_months": 12}).
				Object(200)
		}
	}
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
	tenant.Do("POST", "pets/"+id(badger)+"/exemptions", map[string]any{"vaccination_type_id": rabies, "kind": "medical"}).Object(201)
	b.visit("/compliance?status=compliant")
	b.until("what makes up for the vaccination is said", `[...document.querySelectorAll('th')].some((e, i) => e.innerText === 'Exempt' &&
		document.querySelectorAll('tbody td')[i].innerText === 'Rabies')`)
}

func TestStartShowsThreeCharts(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	business(t, tenant)
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
	b.until("all that there is to see is new", "!document.querySelector('main [aria-busy=true]')")
	kit.Eventually(t, "who comes is asked anew", patience, func() bool { return b.asks("/orders?") > before })
}

func TestDatesAndMoneyAreWrittenAsTheLocationWritesThem(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	us := tenant
	us.Account = tenant.AddAccount("portland", "America/New_York", "USD", "US")
	us.Base = "/v1/accounts/" + us.Account.ID.String()
	business(t, us)
	b := signedIn(t, serverURL(t), tenant.Key)
	b.open("portland/catalog")
	b.sees("$42.00")
	o := us.Do("GET", "orders?number=N-0", nil).List()[0]
	b.open("portland/orders/" + id(o))
	b.sees("12:00 PM", "$126.00")
	jp := tenant
	jp.Account = tenant.AddAccount("tokyo", "Asia/Tokyo", "JPY", "JP")
	jp.Base = "/v1/accounts/" + jp.Account.ID.String()
	business(t, jp)
	b.open("tokyo/catalog") // a yen has no parts
	b.sees("4,200")
}

func TestKeyThatDoesNotSeeTheTimezoneOfItsLocationIsShownThatOfTheBrowser(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	business(t, tenant)
	o := tenant.Do("GET", "orders?number=N-0", nil).List()[0]
	b := signedIn(t, serverURL(t), tenant.NewKeyFor([]string{"main"}, "orders:read"))
	call(b, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Pacific/Auckland"})
	b.open(tenant.Account.ID.String() + "/orders/" + id(o))
	b.sees(eval[string](b, "new Date("+quote(o["starts_at"].(string))+`).toLocaleTimeString(navigator.language,
		{hour: '2-digit', minute: '2-digit'})`))
}

func TestCatalogIsRead(t *testing.T) {
	t.Parallel()
	tenant, b := desk(t)
	business(t, tenant)
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
