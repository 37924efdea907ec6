package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	api "github.com/petcare/petcare/adapters/http"
)

// changeWorld is a tenant in which one operation is going to change something. It remembers every record as it was
// last answered.
type changeWorld struct {
	tenant
	as    string // the credential of the change: the tenant's key, or a customer's token
	actor map[string]any
	known map[string]map[string]any // by id
}

func newChangeWorld(t *testing.T) *changeWorld {
	w := &changeWorld{tenant: newTenant(t), known: map[string]map[string]any{}}
	w.as = w.key
	w.actor = map[string]any{"type": "api_key", "name": "test"}
	return w
}

// made does what a change needs beforehand and remembers the record.
func (w *changeWorld) made(method, path string, body any) map[string]any {
	w.t.Helper()
	r := w.do(method, path, body)
	if r.status != 200 && r.status != 201 {
		w.t.Fatalf("%s %s: %d %s", method, path, r.status, r.text)
	}
	record := r.object(r.status)
	w.known[record["id"].(string)] = record
	return record
}

func (w *changeWorld) customer(extra map[string]any) string {
	w.t.Helper()
	c := w.newCustomer(extra)
	w.known[c["id"].(string)] = c
	return "customers/" + c["id"].(string)
}

func (w *changeWorld) pet(owner string, extra map[string]any) string {
	w.t.Helper()
	body := map[string]any{"name": "Rex", "species": "dog"}
	maps.Copy(body, extra)
	return owner + "/pets/" + w.made("POST", owner+"/pets", body)["id"].(string)
}

// loggedIn has the change made by a customer.
func (w *changeWorld) loggedIn() string {
	w.t.Helper()
	c, token := w.login()
	id := c["id"].(string)
	w.as, w.actor = token, map[string]any{"type": "customer", "name": "Jo Bloggs", "id": id}
	w.known[id] = w.do("GET", "customers/"+id, nil).object(200)
	return "customers/" + id
}

func (w *changeWorld) breed(name string) string {
	w.t.Helper()
	return w.made("POST", "breeds", map[string]any{"name": name, "species": "dog"})["id"].(string)
}

func (w *changeWorld) note(parent string) string {
	w.t.Helper()
	return parent + "/notes/" + w.made("POST", parent+"/notes", map[string]any{"body": "Old"})["id"].(string)
}

// order imports an order of a customer with a pet.
func (w *changeWorld) order() string {
	w.t.Helper()
	status, _, errs := w.importing(w.file(`{"type":"customer","external_id":"C","first_name":"Ann"}
` + orderLine("O-1", "C") + "\n"))
	if status != 0 {
		w.t.Fatal(errs)
	}
	return "orders/" + w.do("GET", "orders", nil).list()[0]["id"].(string)
}

func orderLine(number, customer string) string {
	const money = `{"amount":0,"currency":"GBP"}`
	return fmt.Sprintf(`{"type":"order","external_id":%q,"number":%q,"customer":%q,"status":"open","lines":[],"payments":[],"totals":`+
		`{"subtotal":%[4]s,"discount":%[4]s,"tax":%[4]s,"total":%[4]s,"paid":%[4]s,"balance_due":%[4]s}}`, number, number, customer, money)
}

func last(path string) string { return path[strings.LastIndex(path, "/")+1:] }

// change is one operation that changes something, and the events that tell of it.
type change struct {
	op      string
	variant string
	// make prepares everything and says where the change goes and what it says.
	make func(w *changeWorld) (path string, body any)
	want string // lines of "type" or "type previous,keys"
	same bool   // the same PATCH again changes something again
}

func changes() []change {
	var list []change
	list = append(list, fieldChanges("customerFields", "CustomerField", "customer_field")...)
	list = append(list, fieldChanges("petFields", "PetField", "pet_field")...)
	list = append(list, fieldCascades()...)
	list = append(list, listChanges()...)
	list = append(list, customerChanges()...)
	list = append(list, healthChanges()...)
	list = append(list, noteChanges()...)
	return list
}

func fieldChanges(path, name, event string) []change {
	field := func(w *changeWorld, label string) string {
		return path + "/custom/" + w.made("POST", path+"/custom", map[string]any{"type": "text", "label": label})["id"].(string)
	}
	return []change{
		{op: "updateStandard" + name + "s", want: event + ".updated label\n" + event + ".updated required,section", make: func(w *changeWorld) (string, any) {
			for _, f := range w.do("GET", path+"/standard", nil).list() {
				w.known[f["id"].(string)] = f
			}
			return path + "/standard", `{"fields":[{"key":"vet","label":"Practice"},{"key":"tags","required":true,"section":"Elsewhere"},{"key":"alert","visible":true}]}`
		}},
		{op: "createCustom" + name, want: event + ".created", make: func(*changeWorld) (string, any) {
			return path + "/custom", `{"type":"select","label":"Diet","options":[{"value":"raw","label":"Raw"}]}`
		}},
		{op: "reorderCustom" + name + "s", want: event + ".reordered ids", make: func(w *changeWorld) (string, any) {
			a, b := field(w, "A"), field(w, "B")
			return path + "/custom/reorder", map[string]any{"ids": []string{last(b), last(a)}}
		}},
		{op: "updateCustom" + name, want: event + ".updated help_text,label", make: func(w *changeWorld) (string, any) {
			return field(w, "A"), `{"label":"B","help_text":"Why"}`
		}},
		{op: "deleteCustom" + name, want: event + ".deleted", make: func(w *changeWorld) (string, any) { return field(w, "A"), nil }},
	}
}

// fieldCascades are changes of form fields that take values along.
func fieldCascades() []change {
	field := func(w *changeWorld, path string) string {
		return path + "/" + w.made("POST", path, `{"key":"diet","type":"select","label":"Diet","options":[{"value":"raw","label":"Raw"},{"value":"dry","label":"Dry"}]}`)["id"].(string)
	}
	with := func(value string) map[string]any {
		return map[string]any{"custom_fields": map[string]any{"diet": value}}
	}
	return []change{
		{op: "deleteCustomCustomerField", variant: "with values, forced", want: "customer.updated custom_fields\ncustomer.updated custom_fields\ncustomer_field.deleted", make: func(w *changeWorld) (string, any) {
			path := field(w, "customerFields/custom")
			w.customer(with("raw"))
			w.customer(with("dry"))
			w.customer(nil)
			return path + "?force=true", nil
		}},
		{op: "deleteCustomPetField", variant: "with values, forced", want: "pet.updated custom_fields\npet_field.deleted", make: func(w *changeWorld) (string, any) {
			path := field(w, "petFields/custom")
			owner := w.customer(nil)
			w.pet(owner, with("raw"))
			w.pet(owner, nil)
			return path + "?force=true", nil
		}},
		{op: "updateCustomCustomerField", variant: "an option goes, forced", want: "customer.updated custom_fields\ncustomer_field.updated options", make: func(w *changeWorld) (string, any) {
			path := field(w, "customerFields/custom")
			w.customer(with("raw"))
			w.customer(with("dry"))
			return path + "?force=true", `{"options":[{"value":"dry","label":"Dry"}]}`
		}},
		{op: "updateCustomPetField", variant: "an option goes, forced", want: "pet.updated custom_fields\npet_field.updated options", make: func(w *changeWorld) (string, any) {
			path := field(w, "petFields/custom")
			w.pet(w.customer(nil), with("raw"))
			return path + "?force=true", `{"options":[{"value":"dry","label":"Dry"}]}`
		}},
	}
}

func listChanges() []change {
	code := func(w *changeWorld, kind string) string {
		return w.made("POST", "colourCodes", map[string]any{"type": kind, "name": "Red", "colour": "#FF0000"})["id"].(string)
	}
	status := func(w *changeWorld) string {
		return "secondaryPetStatuses/" + w.made("POST", "secondaryPetStatuses", `{"name":"Fostered"}`)["id"].(string)
	}
	return []change{
		{op: "createBreed", variant: "the first one", want: "breed.list_loaded\nbreed.created", make: func(*changeWorld) (string, any) {
			return "breeds", `{"name":"Zwergwolf","species":"dog"}`
		}},
		{op: "createBreed", want: "breed.created", make: func(w *changeWorld) (string, any) {
			w.breed("Zwergwolf")
			return "breeds", `{"name":"Riesenwolf","species":"dog"}`
		}},
		{op: "updateBreed", variant: "that pets have", want: "breed.updated name\npet.updated breed\npet.updated breed", make: func(w *changeWorld) (string, any) {
			a, b, owner := w.breed("A Breed"), w.breed("B Breed"), w.customer(nil)
			w.pet(owner, map[string]any{"breed_ids": []string{a, b}})
			w.pet(owner, map[string]any{"breed_ids": []string{b, a}})
			w.pet(owner, map[string]any{"breed_ids": []string{b}})
			return "breeds/" + a, `{"name":"C Breed"}`
		}},
		{op: "updateBreed", variant: "its species", want: "breed.updated species", make: func(w *changeWorld) (string, any) {
			return "breeds/" + w.breed("A Breed"), `{"species":"cat"}`
		}},
		{op: "deleteBreed", want: "breed.deleted\npet.updated breed,breed_ids\npet.updated breed,breed_ids", make: func(w *changeWorld) (string, any) {
			a, b, owner := w.breed("A Breed"), w.breed("B Breed"), w.customer(nil)
			w.pet(owner, map[string]any{"breed_ids": []string{a, b}})
			w.pet(owner, map[string]any{"breed_ids": []string{a}})
			w.pet(owner, map[string]any{"breed_ids": []string{b}})
			return "breeds/" + a, nil
		}},
		{op: "createSecondaryPetStatus", want: "secondary_pet_status.created", make: func(*changeWorld) (string, any) {
			return "secondaryPetStatuses", `{"name":"Fostered"}`
		}},
		{op: "updateSecondaryPetStatus", want: "secondary_pet_status.updated name", make: func(w *changeWorld) (string, any) {
			path := status(w)
			w.pet(w.customer(nil), map[string]any{"secondary_pet_status_id": last(path)})
			return path, `{"name":"Adopted"}`
		}},
		{op: "deleteSecondaryPetStatus", want: "secondary_pet_status.deleted", make: func(w *changeWorld) (string, any) {
			path := status(w)
			w.pet(w.customer(nil), map[string]any{"secondary_pet_status_id": last(path)})
			return path, nil
		}},
		{op: "createColourCode", want: "colour_code.created", make: func(*changeWorld) (string, any) {
			return "colourCodes", `{"type":"pet","name":"Red","colour":"#FF0000"}`
		}},
		{op: "updateColourCode", want: "colour_code.updated colour,number", make: func(w *changeWorld) (string, any) {
			id := code(w, "pet")
			w.pet(w.customer(nil), map[string]any{"colour_code_ids": []string{id}})
			return "colourCodes/" + id, `{"number":7,"colour":"#00FF00"}`
		}},
		{op: "deleteColourCode", variant: "of pets", want: "colour_code.deleted\npet.updated colour_code_ids", make: func(w *changeWorld) (string, any) {
			id := code(w, "pet")
			w.pet(w.customer(nil), map[string]any{"colour_code_ids": []string{id}})
			w.pet(w.customer(nil), nil)
			return "colourCodes/" + id, nil
		}},
		{op: "deleteColourCode", variant: "of customers", want: "colour_code.deleted\ncustomer.updated colour_code_ids\ncustomer.updated colour_code_ids", make: func(w *changeWorld) (string, any) {
			id := code(w, "customer")
			w.customer(map[string]any{"colour_code_ids": []string{id}})
			w.customer(map[string]any{"colour_code_ids": []string{id, code(w, "customer")}})
			return "colourCodes/" + id, nil
		}},
	}
}

func customerChanges() []change {
	return []change{
		{op: "createCustomer", want: "customer.created", make: func(*changeWorld) (string, any) {
			return "customers", `{"first_name":"Ann","email":"ann@example.com","password":"correct horse","tags":["<b>"]}`
		}},
		{op: "changeCustomer", want: "customer.updated address,last_name,tags", make: func(w *changeWorld) (string, any) {
			return w.customer(map[string]any{"tags": []string{"a"}, "address": map[string]any{"city": "Łódź", "line1": "1"}}),
				`{"last_name":"Smith","tags":["b"],"address":{"line1":null},"first_name":"Jo"}`
		}},
		{op: "changeCustomer", variant: "login enabled", same: true, want: "customer.updated email,login", make: func(w *changeWorld) (string, any) {
			return w.customer(nil), `{"email":"ann@example.com","password":"correct horse"}`
		}},
		{op: "changeCustomer", variant: "another password", same: true, want: "customer.updated", make: func(w *changeWorld) (string, any) {
			return w.customer(map[string]any{"email": "ann@example.com", "password": "correct horse"}), `{"password":"battery staple"}`
		}},
		{op: "changeCustomer", variant: "by the customer", want: "customer.updated last_name", make: func(w *changeWorld) (string, any) {
			return w.loggedIn(), `{"last_name":"Smith"}`
		}},
		{op: "createPet", want: "pet.created", make: func(w *changeWorld) (string, any) {
			return w.customer(nil) + "/pets", map[string]any{"name": "Rex", "species": "dog", "breed_ids": []string{w.breed("A Breed"), w.breed("B Breed")}}
		}},
		{op: "createPet", variant: "by the customer", want: "pet.created", make: func(w *changeWorld) (string, any) {
			return w.loggedIn() + "/pets", `{"name":"Rex","species":"dog"}`
		}},
		{op: "changePet", want: "pet.updated secondary_pet_status,secondary_pet_status_id,weight", make: func(w *changeWorld) (string, any) {
			id := w.made("POST", "secondaryPetStatuses", `{"name":"Fostered"}`)["id"]
			return w.pet(w.customer(nil), map[string]any{"weight": map[string]any{"value": "8", "unit": "kg"}}),
				map[string]any{"secondary_pet_status_id": id, "weight": map[string]any{"value": "8.5"}}
		}},
		{op: "changePet", variant: "its breeds", want: "pet.updated breed,breed_ids", make: func(w *changeWorld) (string, any) {
			a, b := w.breed("A Breed"), w.breed("B Breed")
			return w.pet(w.customer(nil), map[string]any{"breed_ids": []string{a}}), map[string]any{"breed_ids": []string{b, a}}
		}},
		{op: "changePet", variant: "by the customer", want: "pet.updated name", make: func(w *changeWorld) (string, any) {
			return w.pet(w.loggedIn(), nil), `{"name":"Max"}`
		}},
	}
}

func healthChanges() []change {
	typeOf := func(w *changeWorld) string {
		return "vaccinationTypes/" + w.made("POST", "vaccinationTypes", `{"name":"Parvo"}`)["id"].(string)
	}
	pet := func(w *changeWorld) string { return "pets/" + last(w.pet(w.customer(nil), nil)) }
	record := func(w *changeWorld) string {
		path := pet(w) + "/vaccinations"
		return path + "/" + w.made("POST", path, map[string]any{"vaccination_type_id": last(typeOf(w)), "expires_on": "2099-01-01"})["id"].(string)
	}
	return []change{
		{op: "createVaccination", want: "vaccination.created", make: func(w *changeWorld) (string, any) {
			return pet(w) + "/vaccinations", map[string]any{"vaccination_type_id": last(typeOf(w)), "expires_on": "2099-01-01"}
		}},
		{op: "updateVaccination", want: "vaccination.updated days_until_expiry,expires_on,status,verified", make: func(w *changeWorld) (string, any) {
			return record(w), `{"verified":true,"expires_on":"2020-01-01"}`
		}},
		{op: "deleteVaccination", want: "vaccination.deleted", make: func(w *changeWorld) (string, any) { return record(w), nil }},
		{op: "createVaccinationType", want: "vaccination_type.created", make: func(*changeWorld) (string, any) {
			return "vaccinationTypes", `{"name":"Parvo","species":["dog"]}`
		}},
		{op: "updateVaccinationType", want: "vaccination_type.updated name,species", make: func(w *changeWorld) (string, any) {
			path := record(w)
			return "vaccinationTypes/" + w.known[last(path)]["vaccination_type_id"].(string), `{"name":"Corona","species":["cat"]}`
		}},
		{op: "deleteVaccinationType", want: "vaccination_type.deleted", make: func(w *changeWorld) (string, any) { return typeOf(w), nil }},
	}
}

func noteChanges() []change {
	var list []change
	for name, parent := range map[string]func(w *changeWorld) string{
		"CustomerNote": func(w *changeWorld) string { return w.customer(nil) },
		"PetNote":      func(w *changeWorld) string { return w.pet(w.customer(nil), nil) },
		"OrderNote":    func(w *changeWorld) string { return w.order() },
	} {
		list = append(list,
			change{op: "create" + name, want: "note.created", make: func(w *changeWorld) (string, any) {
				return parent(w) + "/notes", `{"body":"New","visibility":"customer"}`
			}},
			change{op: "update" + name, want: "note.updated body,pinned", make: func(w *changeWorld) (string, any) {
				return w.note(parent(w)), `{"body":"New","pinned":true}`
			}},
			change{op: "delete" + name, want: "note.deleted", make: func(w *changeWorld) (string, any) { return w.note(parent(w)), nil }})
	}
	anywhere := func(w *changeWorld) string { return "notes/" + last(w.note(w.customer(nil))) }
	return append(list,
		change{op: "updateNote", want: "note.updated category", make: func(w *changeWorld) (string, any) { return anywhere(w), `{"category":"medical"}` }},
		change{op: "deleteNote", want: "note.deleted", make: func(w *changeWorld) (string, any) { return anywhere(w), nil }})
}

// Every operation that changes something tells of it by exactly these events; a new one has to be named here.
func TestEveryChangeRecordsItsEvents(t *testing.T) {
	t.Parallel()
	operations := map[string]api.Operation{}
	for _, op := range newSystem(t).api.Operations() {
		if op.Method != "GET" && !strings.HasPrefix(op.Path, "/auth/") && !strings.HasPrefix(op.Path, "/webhooks") {
			operations[op.ID] = op
		}
	}
	named := map[string]bool{}
	for _, c := range changes() {
		op, ok := operations[c.op]
		if !ok {
			t.Errorf("%s is no operation that changes something", c.op)
			continue
		}
		named[c.op] = true
		t.Run(strings.TrimSpace(c.op+" "+c.variant), func(t *testing.T) {
			t.Parallel()
			c.prove(newChangeWorld(t), op)
		})
	}
	for id := range operations {
		if !named[id] {
			t.Errorf("nothing says which events %s records", id)
		}
	}
}

func (c change) prove(w *changeWorld, op api.Operation) {
	path, body := c.make(w)
	at, _, _ := strings.Cut(path, "?")
	if !regexp.MustCompile("^" + parameter.ReplaceAllString(op.Path, "[^/]+") + "$").MatchString(strings.TrimPrefix(w.base, "/v1") + "/" + at) {
		w.t.Fatalf("%s is not a path of %s %s", path, op.Method, op.Path)
	}
	before := w.lastEvent()
	c.refuse(w, op, path, body)
	if list := w.events(before); len(list) > 0 {
		w.t.Fatalf("refused requests recorded %v", list)
	}

	send := func() reply {
		return w.send(w.as, op.Method, w.base+"/"+path, body, "Idempotency-Key", "once")
	}
	if r := send(); r.status >= 300 {
		w.t.Fatalf("%d %s", r.status, r.text)
	}
	list := w.events(before)
	var got []string
	for _, e := range list {
		got = append(got, strings.TrimSpace(e.Type+" "+strings.Join(slices.Sorted(maps.Keys(e.previous())), ",")))
		w.check(e)
	}
	if strings.Join(got, "\n") != c.want {
		w.t.Errorf("got events\n%s\nwant\n%s", strings.Join(got, "\n"), c.want)
	}

	before = w.lastEvent()
	want := map[string]int{"POST": 201, "PATCH": 200, "DELETE": 404}[op.Method]
	if r := send(); !c.same && (r.status != want || len(w.events(before)) > 0) {
		w.t.Errorf("the same again: %d, %d events", r.status, len(w.events(before)))
	}
}

// refuse sends the change in ways that fail.
func (c change) refuse(w *changeWorld, op api.Operation, path string, body any) {
	w.t.Helper()
	at := w.base + "/" + path
	w.send("", op.Method, at, body).object(401)
	other := newTenant(w.t)
	w.send(other.key, op.Method, at, body).object(404)
	w.send(w.newKey("accounts:read"), op.Method, at, body).object(403)
	if strings.HasSuffix(op.Path, "}") {
		w.send(w.as, op.Method, at, body, "If-Match", `"999"`).problem(412, "version_mismatch")
	}
	w.send(w.as, op.Method, at+map[bool]string{true: "&", false: "?"}[strings.Contains(at, "?")]+"nonsense=1", body).object(422)
	if body == nil {
		return
	}
	text, ok := body.(string)
	if !ok {
		encoded, err := json.Marshal(body)
		if err != nil {
			w.t.Fatal(err)
		}
		text = string(encoded)
	}
	w.send(w.as, op.Method, at, strings.TrimSuffix(text, "}")+`,"no_such_key":1}`).object(422)
	w.send(w.as, op.Method, at, strings.TrimSuffix(text, "}")).object(400)
}

// check looks at a whole event: the envelope, the record as GET answers it, and what it was before.
func (w *changeWorld) check(e event) {
	w.t.Helper()
	keys := slices.Sorted(maps.Keys(e.Body))
	if want := []string{"account_id", "actor", "api_version", "created_at", "data", "id", "sequence", "type"}; !slices.Equal(keys, want) {
		w.t.Errorf("%s has the keys %v, want %v", e.Type, keys, want)
	}
	id, err := uuid.Parse(e.Body["id"].(string))
	if err != nil || id.Version() != 7 {
		w.t.Errorf("%s: the id is %v", e.Type, e.Body["id"])
	}
	created, err := time.Parse(time.RFC3339, e.Body["created_at"].(string))
	if err != nil || created.Location() != time.UTC || time.Since(created).Abs() > time.Minute {
		w.t.Errorf("%s: created_at is %v", e.Type, e.Body["created_at"])
	}
	if e.Body["type"] != e.Type || e.Body["api_version"] != "1.0.0" || e.Body["account_id"] != w.account.ID.String() || e.Body["sequence"] != float64(e.Sequence) {
		w.t.Errorf("%s: the envelope is %v", e.Type, e.Body)
	}
	actor := e.Body["actor"].(map[string]any)
	if _, err := uuid.Parse(fmt.Sprint(actor["id"])); err != nil || len(actor) != 3 || actor["type"] != w.actor["type"] || actor["name"] != w.actor["name"] ||
		w.actor["id"] != nil && actor["id"] != w.actor["id"] {
		w.t.Errorf("%s: the actor is %v", e.Type, actor)
	}
	if data := e.Body["data"].(map[string]any); len(data) != 2 {
		w.t.Errorf("%s: data is %v", e.Type, data)
	}
	for _, secret := range secretKeys(e.Body) {
		w.t.Errorf("%s holds %s", e.Type, secret)
	}
	if shown := w.shown(e); !reflect.DeepEqual(e.object(), shown) {
		w.t.Errorf("%s tells of\n%v\nGET answers\n%v", e.Type, e.object(), shown)
	}
	w.checkPrevious(e)
}

// checkPrevious compares an updated record with what was last answered: what differs, and nothing else, is previous.
func (w *changeWorld) checkPrevious(e event) {
	w.t.Helper()
	if !strings.HasSuffix(e.Type, ".updated") {
		return
	}
	was, is := w.known[e.Record.String()], e.object()
	if was == nil {
		w.t.Errorf("%s tells of %s, which this test did not make", e.Type, e.Record)
		return
	}
	changed := map[string]any{}
	for key, old := range was {
		if key != "version" && key != "updated_at" && !reflect.DeepEqual(old, is[key]) {
			changed[key] = old
		}
	}
	if previous := e.Body["data"].(map[string]any)["previous"]; !reflect.DeepEqual(previous, any(changed)) {
		w.t.Errorf("%s: previous is %v, want %v", e.Type, previous, changed)
	}
	if is["version"] != was["version"].(float64)+1 {
		w.t.Errorf("%s: version is %v after %v", e.Type, is["version"], was["version"])
	}
}

// shown is the record of an event as the API shows it now, or for a deleted one, as it was last answered.
func (w *changeWorld) shown(e event) map[string]any {
	w.t.Helper()
	o, id := e.object(), e.Record.String()
	resource, what, _ := strings.Cut(e.Type, ".")
	if what == "deleted" {
		return w.known[id]
	}
	field := func(form string) map[string]any {
		if what == "reordered" {
			var ids []any
			for _, f := range w.do("GET", form+"/custom", nil).list() {
				ids = append(ids, f["id"])
			}
			return map[string]any{"account_id": w.account.ID.String(), "ids": ids}
		}
		return w.find(form+"?limit=200", id)
	}
	switch resource {
	case "customer":
		return w.do("GET", "customers/"+id, nil).object(200)
	case "pet":
		return w.do("GET", "customers/"+o["customer_id"].(string)+"/pets/"+id, nil).object(200)
	case "customer_field":
		return field("customerFields")
	case "pet_field":
		return field("petFields")
	case "breed":
		if what == "list_loaded" {
			return map[string]any{"account_id": w.account.ID.String(), "count": float64(w.masterBreeds())}
		}
		return w.do("GET", "breeds/"+id, nil).object(200)
	case "secondary_pet_status":
		return w.do("GET", "secondaryPetStatuses/"+id, nil).object(200)
	case "colour_code":
		return w.do("GET", "colourCodes/"+id, nil).object(200)
	case "vaccination":
		return w.find("pets/"+o["pet_id"].(string)+"/vaccinations", id)
	case "vaccination_type":
		return w.find("vaccinationTypes?limit=200", id)
	case "note":
		return w.find(w.notesOf(o["parent"].(map[string]any)), id)
	}
	w.t.Fatalf("where %s is shown is not known", e.Type)
	return nil
}

func (w *changeWorld) notesOf(parent map[string]any) string {
	id := parent["id"].(string)
	switch parent["type"] {
	case "pet":
		return "customers/" + w.known[id]["customer_id"].(string) + "/pets/" + id + "/notes"
	case "order":
		return "orders/" + id + "/notes"
	}
	return "customers/" + id + "/notes"
}

func (w *changeWorld) find(list, id string) map[string]any {
	w.t.Helper()
	for _, record := range w.do("GET", list, nil).list() {
		if record["id"] == id {
			return record
		}
	}
	w.t.Errorf("%s does not list %s", list, id)
	return nil
}

func (w *changeWorld) masterBreeds() int {
	w.t.Helper()
	n := 0
	for next := w.base + "/breeds?limit=200"; next != ""; {
		r := w.do("GET", next, nil)
		for _, b := range r.list() {
			if b["source"] == "master" {
				n++
			}
		}
		next = strings.TrimSuffix(strings.TrimPrefix(r.header.Get("Link"), "<"), `>; rel="next"`)
	}
	return n
}

// secretKeys are the keys and values in a JSON value that must not leave the house.
func secretKeys(value any) []string {
	var found []string
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			if key == "password" || key == "secret" || strings.Contains(key, "hash") || strings.Contains(key, "token") {
				found = append(found, key)
			}
			found = append(found, secretKeys(inner)...)
		}
	case []any:
		for _, inner := range v {
			found = append(found, secretKeys(inner)...)
		}
	case string:
		for _, word := range []string{"correct horse", "battery staple", "argon2", "whsec_", "pck_", "eyJ"} {
			if strings.Contains(v, word) {
				found = append(found, v)
			}
		}
	}
	return found
}

// A conflict with values in use, a name that is taken, a built-in type: nothing changes and nothing is told.
func TestConflictsRecordNothing(t *testing.T) {
	t.Parallel()
	w := newChangeWorld(t)
	field := w.made("POST", "customerFields/custom", `{"key":"diet","type":"select","label":"Diet","options":[{"value":"raw","label":"Raw"},{"value":"dry","label":"Dry"}]}`)["id"].(string)
	customer := w.customer(map[string]any{"custom_fields": map[string]any{"diet": "raw"}, "email": "a@example.com", "password": "correct horse", "external_id": "X"})
	w.breed("A Breed")
	w.made("POST", "secondaryPetStatuses", `{"name":"Fostered"}`)
	w.made("POST", "colourCodes", `{"type":"pet","number":1,"name":"Red","colour":"#FF0000"}`)
	builtIn := w.do("GET", "vaccinationTypes", nil).list()[0]["id"].(string)
	before := w.lastEvent()
	for _, c := range []struct {
		method, path, body string
		status             int
		code               string
	}{
		{"DELETE", "customerFields/custom/" + field, "", 409, "in_use"},
		{"PATCH", "customerFields/custom/" + field, `{"options":[{"value":"dry","label":"Dry"}]}`, 409, "in_use"},
		{"POST", "customerFields/custom", `{"key":"diet","type":"text","label":"Diet"}`, 409, "duplicate"},
		{"PATCH", "customerFields/standard", `{"fields":[{"key":"vet","label":"Practice"},{"key":"none","label":"x"}]}`, 422, "validation_failed"},
		{"PATCH", "customerFields/custom/reorder", `{"ids":[]}`, 422, "validation_failed"},
		{"POST", "breeds", `{"name":"a bReed","species":"dog"}`, 409, "duplicate"},
		{"POST", "secondaryPetStatuses", `{"name":"FOSTERED"}`, 409, "duplicate"},
		{"POST", "colourCodes", `{"type":"pet","number":1,"name":"Blue","colour":"#0000FF"}`, 409, "duplicate"},
		{"POST", "customers", `{"first_name":"B","email":"A@example.com","password":"correct horse"}`, 409, "duplicate"},
		{"POST", "customers", `{"first_name":"B","external_id":"X"}`, 409, "duplicate"},
		{"PATCH", customer, `{"password":"short"}`, 422, "validation_failed"},
		{"PATCH", "vaccinationTypes/" + builtIn, `{"name":"x"}`, 403, "built_in"},
		{"DELETE", "vaccinationTypes/" + builtIn, "", 403, "built_in"},
	} {
		var body any
		if c.body != "" {
			body = c.body
		}
		w.do(c.method, c.path, body).problem(c.status, c.code)
		if list := w.events(before); len(list) > 0 {
			t.Fatalf("%s %s %s recorded %s", c.method, c.path, c.body, list[0].Type)
		}
	}
}

// Logins, reads and the management of webhooks are no changes of records.
func TestLoginsAndWebhooksRecordNothing(t *testing.T) {
	t.Parallel()
	a := newTenant(t)
	customer, token := a.login()
	before := a.lastEvent()
	a.send(token, "GET", "/v1/auth/me", nil).object(200)
	grant := a.send(token, "POST", "/v1/auth/refresh", nil).object(200)
	a.send(grant["access_token"].(string), "POST", "/v1/auth/logout", nil).object(204)
	a.do("GET", "customers/"+customer["id"].(string), nil).object(200)
	a.do("GET", "vaccinationTypes", nil).object(200)
	hook := a.do("POST", "/v1/webhooks", `{"url":"https://example.com/","event_types":["pet.*"],"active":false}`).object(201)["id"].(string)
	a.do("PATCH", "/v1/webhooks/"+hook, `{"rotate_secret":true}`).object(200)
	if list := a.events(before); len(list) > 0 {
		t.Errorf("recorded %s", list[0].Type)
	}
	a.do("POST", "/v1/webhooks/"+hook+"/test", nil).object(202)
	list := a.events(before)
	if len(list) != 1 || list[0].Type != "webhook.test" || list[0].object()["id"] != hook || len(secretKeys(list[0].Body)) > 0 {
		t.Errorf("a test recorded %v", list)
	}
	a.do("DELETE", "/v1/webhooks/"+hook, nil).object(204)
}
