package e2e

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// lastChange is the newest change of a tenant.
func lastChange(w kit.Tenant) map[string]any {
	w.T.Helper()
	return w.Do("GET", "changes?limit=1", nil).List()[0]
}

func undo(w kit.Tenant, change any) kit.Response {
	w.T.Helper()
	return w.Do("POST", "changes/"+change.(string)+"/revert", map[string]any{})
}

func blockers(r kit.Response, status int) (list []map[string]any) {
	for _, b := range r.Object(status)["blocked_by"].([]any) {
		list = append(list, b.(map[string]any))
	}
	return list
}

func TestAChangeSaysWhoDidWhatByWhatWay(t *testing.T) {
	w := newTenant(t)
	customer := w.Do("POST", "customers", map[string]any{"first_name": "Rosalind", "last_name": "Hughes"}, "X-Request-Id", "desk-1").Object(201)
	c := lastChange(w)
	testkit.SameJSON(t, []any{c["source"], c["request_id"], c["counts"], c["records"], c["reverts"], c["reverted_by"]}, []any{"api", "desk-1",
		[]any{map[string]any{"resource": "customer", "action": "created", "count": 1}},
		[]any{map[string]any{"resource": "customer", "id": customer["id"], "name": "Rosalind Hughes"}}, nil, nil})
	events := w.Do("GET", "changes/"+c["id"].(string)+"/events", nil).List()
	if len(events) != 1 || events[0]["change_id"] != c["id"] || events[0]["request_id"] != "desk-1" {
		t.Errorf("%v", events)
	}
	pet := w.NewPet(customer, nil)
	for filter, want := range map[string]int{
		"recordId=" + customer["id"].(string): 1, "recordId=" + pet["id"].(string): 1, "resource=pet": 1, "resource=note": 0,
		"actorId=" + c["actor"].(map[string]any)["id"].(string): 2, "actorId=nobody": 0, "from=2020-01-01T00:00:00Z": 2, "to=2020-01-01T00:00:00Z": 0,
		"resource=customer&recordId=" + pet["id"].(string): 0,
	} {
		if n := len(w.Do("GET", "changes?"+filter, nil).List()); n != want {
			t.Errorf("%s: %d changes, want %d", filter, n, want)
		}
	}
	first := w.Do("GET", "changes?limit=1", nil).Object(200)
	second := w.Do("GET", "changes?limit=1&cursor="+first["next_cursor"].(string), nil).Object(200)
	if second["data"].([]any)[0].(map[string]any)["id"] != c["id"] || second["next_cursor"] != nil {
		t.Errorf("the second page is %v", second)
	}
	// What a key may not read, it does not see.
	blind := w.NewKey("events:read", "notes:read")
	if list := w.Send(blind, "GET", w.Base+"/changes", nil).List(); len(list) > 0 {
		t.Errorf("%v", list)
	}
	w.Send(blind, "GET", w.Base+"/changes/"+c["id"].(string), nil).Problem(404, "not_found")
	reader := w.NewKey("events:read", "customers:read")
	said := w.Send(reader, "POST", w.Base+"/changes/"+c["id"].(string)+"/revert", map[string]any{})
	said.Problem(403, "ability_missing")
	if !strings.Contains(said.Text, "customers:write") {
		t.Errorf("%s does not name the ability", said.Text)
	}
	other := kit.NewTenant(t)
	undo(other, c["id"]).Problem(404, "not_found")
	undo(w, ids.New().String()).Problem(404, "not_found")
	undo(w, "01870000-0000-7000-8000-000000000000").Problem(410, "gone")
}

func TestARevertNamesWhatIsInItsWayAndWritesNothing(t *testing.T) {
	w := newTenant(t)
	customer := w.NewCustomer(nil)
	created := lastChange(w)["id"]
	pet := w.NewPet(customer, nil)
	petMade := lastChange(w)["id"]
	path := "customers/" + customer["id"].(string)
	b := blockers(undo(w, created), 409)
	if len(b) != 1 || b[0]["code"] != "not_revertible" || b[0]["change_id"] != petMade || b[0]["by"].(map[string]any)["id"] != pet["id"] {
		t.Errorf("blocked by %v", b)
	}
	set := func(body map[string]any) any {
		w.Do("PATCH", path, body).Object(200)
		return lastChange(w)["id"]
	}
	set(map[string]any{"first_name": "Ann", "address": map[string]any{"city": "Leeds", "line1": "1 Road"}})
	first := set(map[string]any{"first_name": "Bea", "alert": "Deaf", "address": map[string]any{"city": "York"}})
	elsewhere := set(map[string]any{"last_name": "Smith", "address": map[string]any{"line1": "2 Road"}})
	second := set(map[string]any{"first_name": "Cat"})
	before := w.LastEvent()
	b = blockers(undo(w, first), 409)
	if len(b) != 1 || b[0]["code"] != "changed_since" || b[0]["key"] != "first_name" || b[0]["change_id"] != second || b[0]["id"] != customer["id"] {
		t.Errorf("blocked by %v", b)
	}
	dry := w.Do("POST", "changes/"+first.(string)+"/revert", map[string]any{"dry_run": true})
	if b := blockers(dry, 200); len(b) != 1 || len(w.Events(before)) > 0 {
		t.Errorf("a dry run is blocked by %v; %d events", b, len(w.Events(before)))
	}
	undone := undo(w, second).Object(201)
	if undone["source"] != "revert" || undone["reverts"] != second {
		t.Errorf("%v", undone)
	}
	again := undo(w, second)
	again.Problem(409, "already_reverted")
	if !strings.Contains(again.Text, undone["id"].(string)) {
		t.Errorf("%s does not name %s", again.Text, undone["id"])
	}
	// What undoes itself is in nobody's way, nor are other keys.
	undo(w, first).Object(201)
	now := w.Do("GET", path, nil).Object(200)
	address := now["address"].(map[string]any)
	if now["first_name"] != "Ann" || now["alert"] != nil || now["last_name"] != "Smith" || address["city"] != "Leeds" || address["line1"] != "2 Road" {
		t.Errorf("%v", now)
	}
	undo(w, elsewhere).Object(201)
	// The rules of a PATCH hold.
	w.Do("PATCH", path, map[string]any{"external_id": "X-1"}).Object(200)
	w.Do("PATCH", path, map[string]any{"external_id": nil}).Object(200)
	cleared := lastChange(w)["id"]
	w.NewCustomer(map[string]any{"external_id": "X-1"})
	undo(w, cleared).Problem(409, "duplicate")
	w.Do("PATCH", path, map[string]any{"vet": map[string]any{"name": "Dr Obi"}}).Object(200)
	given := lastChange(w)["id"]
	w.Do("PATCH", "customerFields/standard", `{"fields":[{"key":"vet","required":true}]}`).Object(200)
	wantFaults(t, undo(w, given), "record."+customer["id"].(string)+".vet required")
}

// What cannot be undone says so in the list of event types, and each attempt names its type.
func TestWhatCannotBeUndoneNamesItsType(t *testing.T) {
	w := newTenant(t)
	role := w.Do("POST", "/v1/roles", map[string]any{"name": "Night", "abilities": []string{"orders:read"}}).Object(201)["id"].(string)
	member := w.Do("POST", "/v1/staff", map[string]any{"name": "Jo", "email": "jo@" + w.Account.ID.String() + ".example", "role_id": role}).Object(201)["id"].(string)
	key := w.Do("POST", "/v1/apiKeys", map[string]any{"name": "Desk", "abilities": []string{"orders:read"}}).Object(201)["id"].(string)
	w.Do("PATCH", "/v1/staff/"+member, `{"name":"Joe"}`).Object(200)
	w.Do("PATCH", "/v1/roles/"+role, `{"name":"Day"}`).Object(200)
	for _, gone := range []string{"/v1/staff/" + member, "/v1/roles/" + role, "/v1/apiKeys/" + key} {
		w.Do("DELETE", gone, nil)
	}
	erased := w.NewCustomer(nil)["id"].(string)
	w.Do("POST", "customers/"+erased+"/erase", map[string]any{"reason": "other", "confirm": erased})
	pet := w.NewPet(w.NewCustomer(nil), nil)["id"].(string)
	for _, kind := range w.Do("GET", "vaccinationTypes", nil).List()[:2] {
		w.Do("POST", "pets/"+pet+"/vaccinations", map[string]any{"vaccination_type_id": kind["id"], "expires_on": "2099-01-01"}).Object(201)
	}
	if err := w.DB.In(t.Context()).Exec(`with passed as (
			update healthrecords.vaccinations set known_on = current_date - 90, expires_on = current_date + case when id = (
				select min(id::text)::uuid from healthrecords.vaccinations where account_id = @account) then 5 else -5 end
			where account_id = @account)
		update healthrecords.announced_days set day = null where account_id = @account`, map[string]any{"account": w.Account.ID}).Error; err != nil {
		t.Fatal(err)
	}
	refused := map[string]bool{"webhook.test": true} // which is in no feed, and so in no change
	kit.Eventually(t, "each type is refused", time.Minute, func() bool {
		for _, s := range w.Parts.Sweepers {
			if s.Module == "healthrecords" {
				testkit.Must[int64](t)(s.Sweep(t.Context()))
			}
		}
		for _, c := range w.Do("GET", "changes?limit=200", nil).List() {
			for _, n := range c["counts"].([]any) {
				of := n.(map[string]any)
				name := of["resource"].(string) + "." + of["action"].(string)
				if r := w.Do("POST", "changes/"+c["id"].(string)+"/revert", `{"dry_run":true}`); r.Status == 409 && strings.Contains(r.Text, name) {
					undo(w, c["id"]).Problem(409, "not_revertible")
					refused[name] = true
				}
			}
		}
		return refused["vaccination.expiring"] && refused["vaccination.expired"]
	})
	for _, e := range w.Do("GET", "/v1/eventTypes", nil).List() {
		if name := e["name"].(string); e["revertible"] == refused[name] {
			t.Errorf("%s: revertible is %v; refused by its name: %t", name, e["revertible"], refused[name])
		}
	}
}

// A breed that hundreds of pets lose comes back to all of them, and an import of all of them goes.
func TestLargeChangesAreUndone(t *testing.T) {
	w := newTenant(t)
	const pets = 300
	breed := w.Do("POST", "breeds", `{"name":"Zz","species":"dog"}`).Object(201)["id"].(string)
	var lines strings.Builder
	lines.WriteString(`{"type":"customer","external_id":"C","first_name":"Jo"}` + "\n")
	for i := range pets {
		fmt.Fprintf(&lines, `{"type":"pet","external_id":"P-%d","name":"Rex %d","species":"dog","customer":"C","breeds":["Zz"]}`+"\n", i, i)
	}
	load(w, lines.String())
	imported := lastChange(w)
	if imported["source"] != "import" {
		t.Errorf("%v", imported)
	}
	w.Do("DELETE", "breeds/"+breed, nil).Object(204)
	undone := undo(w, lastChange(w)["id"]).Object(201)
	counts := fmt.Sprint(undone["counts"])
	if !strings.Contains(counts, fmt.Sprintf("count:%d", pets)) || len(w.Do("GET", "pets?breedId="+breed, nil).List()) != 50 {
		t.Errorf("%s", counts)
	}
	undo(w, undone["id"]).Object(201) // and they lose it again
	undo(w, imported["id"]).Problem(409, "changed_since")
}

// Eight clients undo changes while others write: nothing is lost, and a mirror that follows the feed ends with what GET shows.
func TestRevertsAtOnceBesideWritersLoseNothing(t *testing.T) {
	w := newTenant(t)
	var pets []map[string]any
	var changes []any
	customer := w.NewCustomer(nil)
	path := func(pet map[string]any) string {
		return "customers/" + customer["id"].(string) + "/pets/" + pet["id"].(string)
	}
	for range 13 {
		pets = append(pets, w.NewPet(customer, map[string]any{"markings": "0"}))
	}
	for i := range 60 {
		pet := pets[i%len(pets)]
		w.Do("PATCH", path(pet), map[string]any{[]string{"coat", "colour", "alert", "allergies", "medications", "microchip", "behaviour_notes",
			"grooming_notes"}[i/len(pets)]: fmt.Sprint(i)}).Object(200)
		changes = append(changes, lastChange(w)["id"])
	}
	var all sync.WaitGroup
	for client := range 8 {
		all.Go(func() {
			for i, id := range changes {
				if i%8 == client || i%5 == 0 { // some by two at once
					if r := undo(w, id); r.Status != 201 && !strings.Contains(r.Text, "already_reverted") {
						t.Errorf("%s", r.Text)
					}
				}
			}
		})
	}
	for range 2 {
		all.Go(func() {
			for i := range 30 {
				w.Do("PATCH", path(pets[i%len(pets)]), map[string]any{"tags": []string{fmt.Sprint(i)}}).Object(200)
			}
		})
	}
	all.Wait()
	mirror := map[string]map[string]any{}
	for _, e := range feed(w, "&types=pet.*") {
		object := objectOf(e)
		if old := mirror[object["id"].(string)]; old != nil && old["version"].(float64)+1 != object["version"] {
			t.Errorf("version %v follows %v", object["version"], old["version"])
		}
		mirror[object["id"].(string)] = object
	}
	for _, pet := range pets {
		now := w.Do("GET", path(pet), nil).Object(200)
		testkit.SameJSON(t, mirror[pet["id"].(string)], now)
		if now["coat"] != nil || now["microchip"] != nil || now["alert"] != nil || now["markings"] != "0" {
			t.Errorf("%v", now)
		}
	}
}
