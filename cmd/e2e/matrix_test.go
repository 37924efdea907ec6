package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// A single matrix is used for all that leaves Ann's and Ben's records as they are.
func TestMatrix(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	for _, promise := range []struct {
		name string
		of   func(t *testing.T, m matrix)
	}{
		{"customers cannot reach others by mixed paths", customersCannotReachOthersByMixedPaths},
		{"customers see their own and nothing else", customersSeeTheirOwnAndNothingElse},
		{"what was read can be sent back", whatWasReadCanBeSentBack},
		{"what a customer reads it can send back", whatACustomerReadsItCanSendBack},
	} {
		t.Run(promise.name, func(t *testing.T) {
			of := *m
			of.T = t
			promise.of(t, of)
		})
	}
}

// Customers see exactly the records and keys that the specification lists for them, and everything else is rejected.
func customersSeeTheirOwnAndNothingElse(t *testing.T, m matrix) {
	m.showsLabels()
	open := openToCustomers(m.email("ANN"))
	writes := map[string]bool{"updateCustomer": true, "createPet": true, "updatePet": true, "logout": true, "refreshToken": true, "changePassword": true,
		"createPetFile": true, "getFileContent": true, "updateVaccination": true, // these three: see TestFilesAreForWhomTheirParentIs
		"exportCustomer": true} // see TestAnErasureLeavesNoWordOfAPerson
	for _, op := range m.API.Operations() {
		if op.Access.Public || writes[op.ID] {
			continue
		}
		views, ok := open[op.ID]
		delete(open, op.ID)
		if !ok {
			for who, token := range map[string]string{"Ann": m.ann, "Ben": m.ben} {
				if r := m.Send(token, op.Method, m.path(op, nil), bodyOf(op)); r.Status != 403 || !strings.Contains(r.Text, `"forbidden"`) {
					t.Errorf("%s: %s gets %d %s", op.ID, who, r.Status, r.Text)
				}
			}
			continue
		}
		for _, v := range views {
			path := m.path(op, v.with) + v.query
			m.look(op.ID, "Ann", m.Send(m.ann, op.Method, path, nil), v.ann, "BEN")
			m.look(op.ID, "Ben", m.Send(m.ben, op.Method, path, nil), v.ben, "ANN")
			if strings.Contains(op.Path, "{accountId}") {
				m.Send(m.cat, op.Method, path, nil).Problem(404, "not_found")
			}
		}
	}
	for id := range open {
		t.Errorf("there is no operation %s", id)
	}
	byFilter := "/v1/accounts/" + m.Account.ID.String() + "/orders?customerId="
	if list := m.Send(m.ann, "GET", byFilter+m.id["C-BEN-HIDDEN"], nil).List(); len(list) > 0 {
		t.Errorf("Ann filters for Ben's orders and gets %v", list)
	}
}

// showsLabels makes staff's labels, which forms initially hide, visible to customers.
func (m *matrix) showsLabels() {
	m.T.Helper()
	for list, name := range map[string]string{"colourCodes": "colour code", "secondaryPetStatuses": "pet status"} {
		if shown := m.Send(m.ann, "GET", m.Base+"/"+list, nil).List(); len(shown) > 0 {
			m.T.Errorf("%s shows Ann %v", list, shown)
		}
		m.Send(m.ann, "GET", m.Base+"/"+list+"/"+m.id[name], nil).Problem(404, "not_found")
	}
	m.Do("PATCH", "customerFields/standard", `{"fields":[{"key":"colour_code_ids","visible_to_customer":true}]}`).Object(200)
	m.Do("PATCH", "petFields/standard", `{"fields":[{"key":"secondary_pet_status_id","visible_to_customer":true}]}`).Object(200)
}

// look compares a response to a customer with the names of the records that it must contain.
func (m *matrix) look(op, who string, r kit.Response, want, strange string) {
	m.T.Helper()
	for _, word := range []string{"HIDDEN", strange, password} {
		if strings.Contains(r.Text, word) {
			m.T.Errorf("%s shows %s to %s: %s", op, word, who, r.Text)
		}
	}
	if want == "404" {
		r.Problem(404, "not_found")
		return
	}
	body := r.Object(200)
	records, isList := body["data"].([]any)
	if !isList {
		records = []any{body}
	}
	var names []string
	for _, record := range records {
		if name, ok := m.name[record.(map[string]any)["id"].(string)]; ok {
			names = append(names, name)
		} else if !slices.Contains([]string{"listCustomerFields", "listPetFields", "listStandardCustomerFields", "listStandardPetFields", "listVaccinationTypes", "listVaccinationRequirements"}, op) {
			m.T.Errorf("%s shows to %s what was not expected: %v", op, who, record)
		}
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != want {
		m.T.Errorf("%s shows %q to %s, want %q", op, got, who, want)
	}
}

// Fields that are hidden from customers are empty in all responses, including those to a login, a refresh and a PATCH.
func TestHiddenFieldsLeakNowhere(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	at := m.Base + "/customers/" + m.id["C-ANN-HIDDEN"]
	pets := at + "/pets/" + m.id["P-ANN-HIDDEN"]
	login := m.Send("", "POST", "/v1/auth/login", map[string]any{"account_id": m.Account.ID, "email": m.email("ANN"), "password": password}, "X-Forwarded-For", kit.AnyAddress())
	token := login.Object(200)["access_token"].(string)
	refresh := m.Send(token, "POST", "/v1/auth/refresh", nil)
	token = refresh.Object(200)["access_token"].(string)
	get := m.Send(token, "GET", at, nil)
	for what, r := range map[string]kit.Response{
		"login": login, "refresh": refresh, "me": m.Send(token, "GET", "/v1/auth/me", nil), "get": get,
		"list": m.Send(token, "GET", m.Base+"/customers", nil), "patch": m.Send(token, "PATCH", at, `{"last_name":"Smith"}`),
		"pet": m.Send(token, "GET", pets, nil), "pets": m.Send(token, "GET", at+"/pets", nil), "patch pet": m.Send(token, "PATCH", pets, `{"name":"Max"}`),
		"new pet": m.Send(token, "POST", at+"/pets", `{"name":"New","species":"cat"}`),
	} {
		if r.Status >= 300 || strings.Contains(r.Text, "HIDDEN") || strings.Contains(r.Text, m.id["colour code"]) || strings.Contains(r.Text, "Fostered") {
			t.Errorf("%s: %d %s", what, r.Status, r.Text)
		}
	}
	if c := get.Object(200); c["status"] != nil || fmt.Sprint(c["custom_fields"]) != "map[open:ANN shown:ANN]" || c["first_name"] != "ANN" {
		t.Errorf("Ann sees of herself %v", c)
	}
	me, shown := m.Send(token, "GET", "/v1/auth/me", nil), m.Send(token, "GET", at, nil)
	if me.Text != shown.Text || me.Header.Get("ETag") != shown.Header.Get("ETag") {
		t.Errorf("me is %s, the customer %s", me.Text, shown.Text)
	}
	staff := m.Do("GET", at, nil).Object(200)
	if staff["alert"] != "ANN HIDDEN" || staff["company_name"] != "ANN HIDDEN" {
		t.Errorf("staff see %v", staff)
	}
	m.filtersTellNothing(token, at)
}

// A hidden value must not be discoverable by filtering, either: filtersTellNothing hides what Ann's two pets have in common, and looks for
// it, one pet a page: neither rows nor a cursor must tell.
func (m *matrix) filtersTellNothing(token, at string) {
	m.T.Helper()
	for _, p := range m.Do("GET", at+"/pets", nil).List() {
		m.Do("PATCH", at+"/pets/"+p["id"].(string), `{"microchip":"98100`+p["id"].(string)[:4]+`","tags":["biter"]}`).Object(200)
	}
	m.Do("PATCH", at, `{"phones":[{"number":"07700900123"}]}`).Object(200)
	m.Do("PATCH", "petFields/standard", `{"fields":[{"key":"status","visible_to_customer":false},{"key":"microchip","visible_to_customer":false}]}`).Object(200)
	m.Do("PATCH", "customerFields/standard", `{"fields":[{"key":"phones","visible_to_customer":false}]}`).Object(200)
	for _, right := range []string{at + "/pets?status=active", m.Base + "/pets?status=active", m.Base + "/pets?tag=biter", m.Base + "/pets?search=98100",
		m.Base + "/pets?search=07700900123", m.Base + "/vaccinations?petStatus=active"} {
		wrong := strings.NewReplacer("=active", "=inactive", "=biter", "=nice", "=98100", "=97777", "=07700900123", "=07700900999").Replace(right)
		told, untold := m.Send(token, "GET", right+"&limit=1", nil).Object(200), m.Send(token, "GET", wrong+"&limit=1", nil).Object(200)
		if len(told["data"].([]any)) > 0 || (told["next_cursor"] == nil) != (untold["next_cursor"] == nil) {
			m.T.Errorf("%s answers %v, but %v for what is not so", right, told, untold)
		}
	}
	if found := m.Send(token, "GET", m.Base+"/pets?search=ann", nil).List(); len(found) != 2 {
		m.T.Errorf("Ann finds %v by her own name", found)
	}
}

// Customers can change exactly the editable keys of the forms, one by one.
func TestCustomersChangeExactlyTheOpenFields(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	at := "customers/" + m.id["C-ANN-HIDDEN"]
	m.changesOpenKeys("customerFields", at)
	m.changesOpenKeys("petFields", at+"/pets/"+m.id["P-ANN-HIDDEN"])

	// Swap the editable and the other fields.
	m.Do("PATCH", "customerFields/standard", `{"fields":[{"key":"address","editable_by_customer":false},{"key":"vet","visible_to_customer":false},
		{"key":"email","visible":false},{"key":"alert","visible_to_customer":true,"editable_by_customer":true},
		{"key":"colour_code_ids","visible_to_customer":true,"editable_by_customer":true},{"key":"tags","editable_by_customer":true}]}`).Object(200)
	m.Do("PATCH", "petFields/standard", `{"fields":[{"key":"name","editable_by_customer":false},{"key":"species","editable_by_customer":false},
		{"key":"alert","visible_to_customer":true,"editable_by_customer":true},{"key":"colour_code_ids","visible_to_customer":true,"editable_by_customer":true},
		{"key":"status","editable_by_customer":true},{"key":"deceased_on","editable_by_customer":true},
		{"key":"secondary_pet_status_id","visible_to_customer":true,"editable_by_customer":true}]}`).Object(200)
	m.changesOpenKeys("customerFields", at)
	m.changesOpenKeys("petFields", at+"/pets/"+m.id["P-ANN-HIDDEN"])
	m.Send(m.ann, "POST", m.Base+"/"+at+"/pets", `{"name":"New","species":"cat"}`).Problem(403, "forbidden")

	// No form makes these editable.
	for form, properties := range map[string][]string{"customerFields": {"status", "external_id", "password"}, "petFields": {"external_id"}} {
		for _, key := range properties {
			m.Do("PATCH", form+"/standard", map[string]any{"fields": []any{map[string]any{"key": key, "editable_by_customer": true}}}).Problem(422, "validation_failed")
		}
	}
}

func (m *matrix) changesOpenKeys(form, path string) {
	m.T.Helper()
	values := map[string]any{}
	for key, value := range map[string]string{
		"first_name": `"Anna"`, "last_name": `"Smith"`, "company_name": `"C"`, "email": `"` + m.email("ANN") + `"`, "phones": `[{"number":"+447700900123"}]`,
		"address": `{"city":"Rome"}`, "communication": `{"sms_opt_in":true}`, "contacts": `[{"name":"Tom"}]`, "vet": `{"practice":"V"}`,
		"referral_source": `"R"`, "status": `"active"`, "alert": `"A"`, "colour_code_ids": `[]`, "tags": `["t"]`, "external_id": `"X"`, "password": `"battery staple"`,
		"name": `"Max"`, "species": `"dog"`, "breed_ids": `[]`, "sex": `"male"`, "altered": `"yes"`, "birth_date": `"2020-01-01"`, "birth_date_precision": `"day"`,
		"weight": `{"value":"3","unit":"kg"}`, "coat": `"c"`, "colour": `"c"`, "markings": `"c"`, "microchip": `"1"`, "medications": `"m"`, "allergies": `"a"`,
		"medical_notes": `"m"`, "feeding_instructions": `"f"`, "behaviour_notes": `"b"`, "grooming_notes": `"g"`, "deceased_on": `null`, "secondary_pet_status_id": `null`,
		"photo_file_id": `null`,
	} {
		values[key] = json.RawMessage(value)
	}
	others := map[string]string{"photo_file_id": `"` + m.id["F-ANN"] + `"`, "colour_code_ids": `["` + m.id["colour code"] + `"]`, "deceased_on": `"2020-01-01"`, "species": `"cat"`, "name": `"Other"`,
		"secondary_pet_status_id": `"` + m.id["pet status"] + `"`, "address": `{"city":"Paris"}`, "status": `"inactive"`}
	for _, f := range m.Do("GET", form+"?limit=200", nil).List() {
		key := f["key"].(string)
		body, ok := map[string]any{key: values[key]}, values[key] != nil
		if f["kind"] == "custom" {
			body, ok = map[string]any{"custom_fields": map[string]any{key: "new"}}, true
		}
		if !ok {
			m.T.Fatalf("%s: there is no value for %s", form, key)
		}
		isOpen := f["visible"].(bool) && f["visible_to_customer"].(bool) && f["editable_by_customer"].(bool)
		if other, ok := others[key]; ok && !isOpen { // Ann may send back what she can see
			body[key] = json.RawMessage(other)
		}
		before := m.Do("GET", path, nil).Object(200)
		r := m.Send(m.ann, "PATCH", m.Base+"/"+path, body)
		if isOpen {
			if r.Status != 200 {
				m.T.Errorf("%s: %s is open, but Ann gets %s", form, key, r.Text)
			}
			continue
		}
		r.Problem(403, "forbidden")
		// Together with an editable key, neither changes.
		body["microchip"], body["last_name"] = "9", "Torn"
		delete(body, map[string]string{"customerFields": "microchip", "petFields": "last_name"}[form])
		m.Send(m.ann, "PATCH", m.Base+"/"+path, body).Problem(403, "forbidden")
		if after := m.Do("GET", path, nil).Object(200); after["version"] != before["version"] {
			m.T.Errorf("%s: a refused change of %s changed %v to %v", form, key, before, after)
		}
	}
	strange := m.Send(m.ann, "PATCH", m.Base+"/"+path, `{"custom_fields":{"nosuch":"x"}}`)
	strange.Problem(403, "forbidden")
	hidden := m.Send(m.ann, "PATCH", m.Base+"/"+path, `{"custom_fields":{"staff":"x"}}`)
	if plain(strange) != strings.ReplaceAll(plain(hidden), "custom_fields.staff", "custom_fields.nosuch") {
		m.T.Errorf("a hidden field answers %s, one that was never made %s", hidden.Text, strange.Text)
	}
	m.Send(m.ann, "PATCH", m.Base+"/"+path, `{"custom_fields":null}`).Problem(403, "forbidden")
}

// Other customers' records are not found, whichever ids are in the path, and do not change.
func customersCannotReachOthersByMixedPaths(t *testing.T, m matrix) {
	ann, ben := m.Base+"/customers/"+m.id["C-ANN-HIDDEN"], m.Base+"/customers/"+m.id["C-BEN-HIDDEN"]
	annsPet, bensPet := "/pets/"+m.id["P-ANN-HIDDEN"], "/pets/"+m.id["P-BEN-HIDDEN"]
	last := m.LastEvent()
	for _, c := range []struct{ method, path, body string }{
		{"PATCH", ben, `{"last_name":"x"}`}, {"POST", ben + "/pets", `{"name":"x","species":"dog"}`},
		{"PATCH", ben + bensPet, `{"name":"x"}`}, {"PATCH", ann + bensPet, `{"name":"x"}`}, {"PATCH", ben + annsPet, `{"name":"x"}`},
		{"GET", ann + bensPet, ""}, {"GET", ann + bensPet + "/notes", ""}, {"GET", ben + annsPet + "/notes", ""}, {"GET", ben + "/orders", ""},
		{"GET", m.Base + bensPet + "/vaccinations", ""}, {"GET", m.Base + bensPet + "/preventives", ""},
		{"GET", m.Base + "/orders/" + m.id["O-BEN"] + "/notes", ""},
	} {
		var body any
		if c.body != "" {
			body = c.body
		}
		if r := m.Send(m.ann, c.method, c.path, body); r.Status != 404 || !strings.Contains(r.Text, `"not_found"`) {
			t.Errorf("%s %s: %d %s", c.method, c.path, r.Status, r.Text)
		}
	}
	if list := m.Events(last); len(list) > 0 {
		t.Errorf("recorded %v", list)
	}
	if names := slices.Collect(maps.Keys(m.name)); len(names) < 40 {
		t.Errorf("only %d records were there to be found", len(names))
	}
}
