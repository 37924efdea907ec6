package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// A day at a boarding kennel with 120 customers, with the calls of the front desk in their order, as an integrator would script it.
// It documents what one call can return: the whole day takes at most 120 calls.
func TestADayAtTheDesk(t *testing.T) {
	t.Parallel()
	k := openKennel(t)

	// Before opening: this location requires rabies and bordetella for boarding.
	for _, kind := range k.list("vaccinationTypes") {
		if name := kind["name"].(string); name == "Rabies" || name == "Bordetella" {
			k.kinds[name] = kind["id"].(string)
			k.call("PUT", "vaccinationRequirements/"+k.kinds[name], `{"required_for": ["boarding"]}`).Object(200)
		}
	}

	t.Log("A man at the desk says his telephone number, as people say it.")
	found := k.list("customers?phone=" + url.QueryEscape("07700 900007"))
	if len(found) != 1 || found[0]["last_name"] != "Owner7" {
		t.Fatalf("the number finds %v", found)
	}
	arriving := k.list("orders?customerId=" + found[0]["id"].(string) + "&startsFrom=" + k.day(0) + "&startsTo=" + k.day(0) + "&include=pets")
	if len(arriving) != 1 || names(arriving[0]["pets"]) != "Rex7" {
		t.Errorf("he brings %v", arriving)
	}

	t.Log("A woman says that she is here with Oscar.")
	oscars := k.list("pets?search=oscar")
	if len(oscars) != 1 || oscars[0]["customer"].(map[string]any)["name"] != "Ann Owner3" {
		t.Errorf("Oscar belongs to %v", oscars)
	}

	t.Log("Somebody brings a dog from the street, and the reader shows its microchip.")
	stray := k.list("pets?microchip=" + url.QueryEscape("985 1110 0000 0042"))
	if len(stray) != 1 || stray[0]["name"] != "Rex42" || stray[0]["customer"].(map[string]any)["phone"] != "+447700900042" {
		t.Errorf("the microchip is that of %v", stray)
	}

	t.Log("The board of today: who is in the house, by when they came, with names, telephones and what to mind.")
	board := k.list("orders?overlapsFrom=" + k.day(0) + "&overlapsTo=" + k.day(0) + "&status=open&serviceType=boarding&sort=starts_at&include=customer,pets&limit=200")
	if got, want := joined(board, "number"), "K-1, K-2, K-3, K-4, K-5, K-6, K-7, K-8, K-9, K-10"; got != want {
		t.Errorf("in the house are %s, want %s", got, want)
	}
	if alert := board[1]["pets"].([]any)[0].(map[string]any)["alert"]; alert != "Bites other dogs" {
		t.Errorf("the board warns of %v", alert)
	}

	t.Log("Next week's stays: does every dog have what it needs until its own stay ends?")
	next := k.list("orders?startsFrom=" + k.day(7) + "&startsTo=" + k.day(13) + "&status=draft&status=open&serviceType=boarding&limit=200")
	stays := k.stays(next)
	if len(stays) != 60 {
		t.Fatalf("next week has %d stays", len(stays))
	}
	rows := k.check(stays)
	var missing []string
	for i, row := range rows {
		if row["pet"].(map[string]any)["id"] != stays[i]["pet_id"] {
			t.Errorf("row %d is not that of its stay", i)
		}
		if row["status"] == "non_compliant" {
			missing = append(missing, row["pet"].(map[string]any)["name"].(string))
		}
	}
	// The rabies vaccinations of Rex20 to Rex23 expire in nine days, and two of them stay longer. Rex30 has none.
	if got := strings.Join(missing, " "); got != "Rex21 Rex23 Rex30" {
		t.Errorf("to be called are the owners of %s", got)
	}

	t.Log("Two owners are called: one sends a certificate, one a titer test.")
	late, titer := k.pet("Rex21"), k.pet("Rex30")
	k.call("POST", "pets/"+late+"/vaccinations", map[string]any{"vaccination_type_id": k.kinds["Rabies"], "administered_on": k.day(0),
		"expires_on": k.day(365)}).Object(201)
	k.call("POST", "pets/"+titer+"/exemptions", map[string]any{"vaccination_type_id": k.kinds["Rabies"], "kind": "titer", "until": k.day(30)}).Object(201)
	for _, row := range k.check(of(stays, late, titer)) {
		if row["status"] == "non_compliant" {
			t.Errorf("still missing: %v", row)
		}
	}

	t.Log("Mia of the morning shift writes down who called; the tool that she uses says who she is.")
	note := k.call("POST", "customers/"+found[0]["id"].(string)+"/notes", `{"body": "Collects at six", "pinned": true}`,
		"X-Staff-Id", "mia", "X-Staff-Name", "Mia%20Lindqvist").Object(201)
	if author := note["author"].(map[string]any); author["type"] != "staff" || author["name"] != "Mia Lindqvist" || author["via"] == nil {
		t.Errorf("the note is by %v", author)
	}

	t.Log("Rex50 has moved to the family of Owner51: its records go with it, its orders stay where they were booked.")
	rex, family := k.list("pets?search=rex50")[0], k.list("customers?search=owner51")[0]
	moved := k.call("POST", "customers/"+rex["customer_id"].(string)+"/pets/"+rex["id"].(string)+"/transfer", map[string]any{"customer_id": family["id"]},
		"If-Match", `"1"`).Object(200)
	if moved["customer_id"] != family["id"] {
		t.Errorf("Rex50 belongs to %v", moved["customer_id"])
	}
	if orders := k.list("orders?petId=" + rex["id"].(string) + "&include=customer"); len(orders) != 1 ||
		orders[0]["customer"].(map[string]any)["name"] != "Ann Owner50" {
		t.Errorf("its orders are %v", orders)
	}

	t.Log("In the evening: whose vaccinations run out within the month, with whom to call.")
	soon := k.list("vaccinations?status=expiring&current=true&petStatus=active&vaccinationTypeId=" + k.kinds["Rabies"] + "&limit=200")
	if got := len(soon); got != 3 { // Rex21 has a new vaccination
		t.Errorf("%d run out", got)
	}
	for _, v := range soon {
		if phone := v["customer"].(map[string]any)["phone"].(string); !strings.HasPrefix(phone, "+4477009000") {
			t.Errorf("nobody can be called: %v", v)
		}
	}

	k.customersApp()
	t.Logf("the day took %d calls", k.calls)
	if k.calls > 120 {
		t.Errorf("the day took %d calls, more than 120", k.calls)
	}
}

// The customer's app only has the customer's own token.
func (k *kennel) customersApp() {
	k.T.Log("At home, Owner51 opens the app.")
	k.calls++
	token := k.Send("", "POST", "/v1/auth/login", map[string]any{"account_id": k.Account.ID, "email": "owner51@example.com", "password": password},
		"X-Forwarded-For", kit.AnyAddress()).Object(200)["access_token"].(string)
	ask := func(path string) kit.Response {
		k.calls++
		return k.Send(token, "GET", k.Base+"/"+path, nil)
	}
	if got := joined(ask("pets").List(), "name"); got != "Rex51, Rex50" {
		k.T.Errorf("the app shows the pets %s", got)
	}
	if got := len(ask("vaccinations?current=true").List()); got != 4 { // two for each pet
		k.T.Errorf("the app shows %d vaccinations", got)
	}
	orders := ask("orders?include=customer,pets&sort=-starts_at").List()
	if joined(orders, "number") != "K-51" || names(orders[0]["pets"]) != "Rex51" {
		k.T.Errorf("the app shows %v", orders)
	}
	for _, path := range []string{"compliance?serviceType=boarding", "events"} {
		ask(path).Problem(403, "forbidden")
	}
	ask("customers/"+k.other+"/orders").Problem(404, "not_found")
}

// kennel is a location with 120 customers, each with a dog and a stay. It counts its calls.
type kennel struct {
	kit.Tenant
	calls int
	today time.Time
	kinds map[string]string // ids of vaccination types by name
	other string            // id of another customer
}

func openKennel(t *testing.T) *kennel {
	t.Helper()
	k := &kennel{Tenant: kit.NewTenant(t), kinds: map[string]string{}}
	zone := testkit.Must[*time.Location](t)(time.LoadLocation(k.Account.Timezone))
	y, m, d := time.Now().In(zone).Date()
	k.today = time.Date(y, m, d, 0, 0, 0, 0, zone)
	if status, _, errs := k.Import(k.File(k.business())); status != 0 {
		t.Fatal(errs)
	}
	k.other = k.list("customers?externalId=C-1")[0]["id"].(string)
	return k
}

// business returns the lines of the import. Stays 1 to 10 are today, 20 to 79 next week, and the others in spring.
func (k *kennel) business() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for n := 1; n <= 120; n++ {
		line(`{"type":"customer","external_id":"C-%[1]d","first_name":"Ann","last_name":"Owner%[1]d","phones":[{"number":"07700 900%03[1]d"}],"email":"owner%[1]d@example.com","password":%[2]s}`,
			n, map[bool]string{true: `"` + password + `"`, false: "null"}[n == 51])
		name, alert := fmt.Sprint("Rex", n), "null"
		switch n {
		case 2:
			alert = `"Bites other dogs"`
		case 3:
			name = "Oscar"
		}
		line(`{"type":"pet","external_id":"P-%[1]d","customer":"C-%[1]d","name":"%[2]s","species":"dog","microchip":"98511100000%04[1]d","alert":%[3]s}`, n, name, alert)
		rabies := k.day(400)
		if n >= 20 && n <= 23 {
			rabies = k.day(9)
		}
		if n != 30 {
			line(`{"type":"vaccination","external_id":"R-%[1]d","pet":"P-%[1]d","vaccination_type":"Rabies","expires_on":"%[2]s"}`, n, rabies)
		}
		line(`{"type":"vaccination","external_id":"B-%[1]d","pet":"P-%[1]d","vaccination_type":"Bordetella","expires_on":"%[2]s"}`, n, k.day(500))
		from, to := 120, 125
		switch {
		case n <= 10:
			from, to = n-10, 1
			if n == 7 {
				from = 0
			}
		case n >= 20 && n < 80:
			from, to = 7+n%3, 9+n%2*4 // stays with an even number end on the ninth day
		}
		starts := k.today.AddDate(0, 0, from).Add(8*time.Hour + time.Duration(n)*time.Minute)
		if n > 7 && n <= 10 { // in the order of their numbers, after the one that arrives today
			starts = k.today.Add(9*time.Hour + time.Duration(n)*time.Minute)
		}
		line(`{"type":"order","external_id":"O-%[1]d","number":"K-%[1]d","customer":"C-%[1]d","pets":["P-%[1]d"],"status":"open","service_types":["boarding"],"starts_at":"%[2]s","ends_at":"%[3]s","lines":[]}`,
			n, starts.Format(time.RFC3339), k.today.AddDate(0, 0, to).Add(17*time.Hour).Format(time.RFC3339))
	}
	return b.String()
}

// call sends a request of the desk and counts it.
func (k *kennel) call(method, path string, body any, headers ...string) kit.Response {
	k.calls++
	return k.Do(method, path, body, headers...)
}

// list reads a list of a single page.
func (k *kennel) list(path string) []map[string]any {
	k.T.Helper()
	return k.call("GET", path, nil).List()
}

// day returns the calendar day of the account n days from now.
func (k *kennel) day(n int) string { return k.today.AddDate(0, 0, n).Format(time.DateOnly) }

// pet returns the id of the pet with a name.
func (k *kennel) pet(name string) string {
	k.T.Helper()
	for _, p := range k.list("pets?search=" + name) {
		if p["name"] == name {
			return p["id"].(string)
		}
	}
	k.T.Fatalf("there is no %s", name)
	return ""
}

// stays returns what to ask compliance about: each pet with the first and last day of its stay, oldest owner first.
func (k *kennel) stays(orders []map[string]any) (stays []map[string]any) {
	slices.Reverse(orders)
	day := func(at any) string {
		t := testkit.Must[time.Time](k.T)(time.Parse(time.RFC3339, at.(string)))
		return t.In(k.today.Location()).Format(time.DateOnly)
	}
	for _, o := range orders {
		for _, pet := range o["pet_ids"].([]any) {
			stays = append(stays, map[string]any{"pet_id": pet, "from": day(o["starts_at"]), "to": day(o["ends_at"])})
		}
	}
	return stays
}

// check asks compliance about stays, 50 at a time.
func (k *kennel) check(stays []map[string]any) (rows []map[string]any) {
	k.T.Helper()
	for some := range slices.Chunk(stays, 50) {
		answer := k.call("POST", "compliance/check", map[string]any{"serviceType": "boarding", "stays": some}).Object(200)
		for _, row := range answer["data"].([]any) {
			rows = append(rows, row.(map[string]any))
		}
	}
	return rows
}

// of returns the stays of some pets.
func of(stays []map[string]any, pets ...string) (theirs []map[string]any) {
	for _, s := range stays {
		if slices.Contains(pets, s["pet_id"].(string)) {
			theirs = append(theirs, s)
		}
	}
	return theirs
}

func joined(list []map[string]any, key string) string {
	var values []string
	for _, r := range list {
		values = append(values, fmt.Sprint(r[key]))
	}
	return strings.Join(values, ", ")
}

func names(pets any) string {
	var list []map[string]any
	for _, p := range pets.([]any) {
		list = append(list, p.(map[string]any))
	}
	return joined(list, "name")
}
