package e2e

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// immutable are the keys that can only be set on creation, and computed those that change without a new version. All other keys that
// an update does not have are read-only.
var (
	immutable = []string{"CustomField key", "CustomField type", "ColourCode type", "Vaccination vaccination_type_id", "Exemption vaccination_type_id"}
	computed  = []string{"Customer login", "Pet secondary_pet_status", "Vaccination type", "Vaccination status", "Vaccination days_until_expiry",
		"Vaccination current", "Webhook health", "Staff role", "Staff last_login_at"}
)

func whatWasReadCanBeSentBack(t *testing.T, m matrix) {
	pet := "pets/" + m.id["P-ANN-HIDDEN"]
	m.keep("exemption", m.Do("POST", pet+"/exemptions", `{"vaccination_type_id":"`+m.id["vaccination type"]+`","kind":"titer"}`))
	documented := bodyKeys(t)
	last := m.LastEvent()
	tried := 0
	for _, op := range m.API.Operations() {
		of, isUpdate := strings.CutPrefix(op.ID, "update")
		if !isUpdate || op.Method != http.MethodPatch || strings.HasPrefix(of, "Standard") || of == "Role" || of == "Import" { // roles are read by their list
			continue
		}
		tried++
		of = strings.NewReplacer("CustomCustomerField", "CustomField", "CustomPetField", "CustomField", "CustomerNote", "Note", "PetNote", "Note",
			"OrderNote", "Note").Replace(of)
		path := m.path(op, map[string]string{"exemptionId": "exemption"})
		before := m.read(path, of)
		m.same(op.ID, path, before, before)
		for _, key := range slices.Sorted(maps.Keys(before)) {
			shape := at(documented[op.ID], key)
			if shape == nil {
				t.Errorf("%s: the document does not say that the body may have %s", op.ID, key)
			}
			if shape["readOnly"] != true {
				continue
			}
			if object, ok := before[key].(map[string]any); ok {
				m.same(op.ID+" "+key, path, map[string]any{key: map[string]any{}}, before)
				for part, value := range object {
					m.same(op.ID+" "+key, path, map[string]any{key: map[string]any{part: value}}, before)
				}
			}
			altered := another(key, before[key])
			if altered == nil {
				continue
			}
			body := map[string]any{key: altered}
			switch name := of + " " + key; {
			case slices.Contains(computed, name):
				m.same(op.ID+" "+key, path, body, before)
			case key == "version":
				m.Do("PATCH", path, map[string]any{key: altered, "updated_at": "2001-01-01T00:00:00Z"}).Problem(412, "version_mismatch")
			default:
				code := map[bool]string{true: "immutable", false: "read_only"}[slices.Contains(immutable, name)]
				wantFaults(t, m.Do("PATCH", path, body), "body."+key+" "+code)
			}
		}
		m.same(op.ID+" at last", path, before, before)
		wantFaults(t, m.Do("PATCH", path, `{"zzz":1}`), "body.zzz unknown")
	}
	if got := m.Events(last); len(got) > 0 {
		t.Errorf("events: %v", got)
	}
	if tried < 15 {
		t.Errorf("%d operations", tried)
	}
}

func TestARequirementThatWasReadCanBeSentBack(t *testing.T) {
	s := newTenant(t)
	last := s.LastEvent()
	read := s.Do("GET", "vaccinationRequirements", nil).List()[0]
	path := "vaccinationRequirements/" + read["id"].(string)
	documented := bodyKeys(t)["putVaccinationRequirement"]
	for key := range read {
		if documented[key] == nil {
			t.Errorf("the document does not say that the body may have %s", key)
		}
	}
	if after := s.Do("PUT", path, read).Object(200); after["version"] != read["version"] || len(s.Events(last)) > 0 {
		t.Errorf("changed from %v to %v", read, after)
	}
	s.Do("PUT", path, map[string]any{"version": 9}).Problem(412, "version_mismatch")
	wantFaults(t, s.Do("PUT", path, map[string]any{"name": "Else", "zzz": 1}), "body.zzz unknown")
	wantFaults(t, s.Do("PUT", path, map[string]any{"name": "Else", "required_for": []string{"grooming"}}), "body.name read_only")
	read["required_for"] = []string{"grooming"}
	s.Do("PUT", path, read).Object(200)
	s.Do("PUT", path, read).Problem(412, "version_mismatch")
}

// bodyKeys returns the keys of each PATCH's and PUT's body, according to the document.
func bodyKeys(t *testing.T) map[string]map[string]any {
	d := readDocument(t)
	keys := map[string]map[string]any{}
	for path := range at(d.whole, "paths") {
		for _, method := range []string{"patch", "put"} {
			op := at(d.whole, "paths", path, method)
			body := d.schema(at(op, "requestBody", "content", "application/json")["schema"])
			id, _ := op["operationId"].(string)
			keys[id] = at(body, "properties")
		}
	}
	return keys
}

// read reads a record at its path, or from its list.
func (m *matrix) read(path, of string) map[string]any {
	m.T.Helper()
	if r := m.Do("GET", path, nil); r.Status == 200 {
		return r.Object(200)
	}
	at := strings.LastIndex(path, "/")
	list, id := path[:at], path[at+1:]
	if of == "Note" && strings.HasSuffix(list, "accounts/"+m.Account.ID.String()+"/notes") {
		list = m.Base + "/customers/" + m.id["C-ANN-HIDDEN"] + "/notes"
	}
	if of == "Exemption" {
		list = m.Base + "/pets/" + m.id["P-ANN-HIDDEN"] + "/exemptions"
	}
	r := m.Do("GET", list, nil)
	if r.Status != 200 {
		m.T.Fatalf("%s: there is no list at %s", path, list)
	}
	for _, record := range r.List() {
		if record["id"] == id {
			return record
		}
	}
	m.T.Fatalf("%s is not found", path)
	return nil
}

// same sends an update that changes nothing.
func (m *matrix) same(what, path string, body, before map[string]any) {
	m.T.Helper()
	r := m.Do("PATCH", path, body)
	if r.Status != 200 {
		m.T.Errorf("%s: %d %s", what, r.Status, r.Text)
		return
	}
	after := r.Object(200)
	if after["version"] != before["version"] || after["updated_at"] != before["updated_at"] {
		m.T.Errorf("%s: changed from %v to %v", what, before, after)
	}
}

var others = map[string]string{
	"country GB": "FR", "currency GBP": "EUR", "timezone Europe/London": "UTC", "source custom": "master", "type customer": "pet", "kind custom": "standard",
	"type text": "date", "status active": "inactive", "status valid": "expired",
}

// another returns another value of the same type, or nil if there is no obvious one.
func another(key string, value any) any {
	switch v := value.(type) {
	case float64:
		return v + 1
	case bool:
		return !v
	case string:
		if _, err := uuid.Parse(v); err == nil {
			return uuid.NewString()
		}
		if other, ok := others[key+" "+v]; ok {
			return other
		}
		if strings.HasSuffix(v, "Z") && strings.Contains(v, "T") {
			return "2001-01-01T00:00:00Z"
		}
		if key == "secret_hint" {
			return "abcd"
		}
		return fmt.Sprint(v, "x")
	}
	return nil
}

func TestStandardFieldsCanBeSentBack(t *testing.T) {
	x := newTenant(t)
	fields := x.Do("GET", "petFields/standard", nil).List()
	after := x.Do("PATCH", "petFields/standard", map[string]any{"fields": fields}).List()
	for i := range fields {
		if after[i]["version"] != fields[i]["version"] {
			t.Errorf("%v became %v", fields[i], after[i])
		}
	}
	for key, code := range map[string]string{"type": "immutable", "kind": "read_only", "item_order": "read_only", "id": "read_only", "created_at": "read_only"} {
		altered := maps.Clone(fields[3])
		altered[key] = map[string]any{"type": "date", "kind": "custom"}[key]
		if altered[key] == nil {
			altered[key] = another(key, fields[3][key])
		}
		r := x.Do("PATCH", "petFields/standard", map[string]any{"fields": []any{fields[2], altered}})
		wantFaults(t, r, "body.fields[1]."+key+" "+code)
	}
	x.Do("PATCH", "petFields/standard", map[string]any{"fields": []any{map[string]any{"key": "coat", "version": 7}}}).Problem(412, "version_mismatch")
	wantFaults(t, x.Do("PATCH", "petFields/standard", `{"fields":[{"key":"coat","lable":"Fur"}]}`), "body.fields[0].lable unknown")
}

func TestIdsAndInstantsAreSentBackInAnySpelling(t *testing.T) {
	x := newTenant(t)
	c := x.NewCustomer(nil)
	path := "customers/" + c["id"].(string)
	made := strings.TrimSuffix(c["created_at"].(string), "Z") + "+00:00"
	same := map[string]any{"id": strings.ToUpper(c["id"].(string)), "created_at": made, "version": 1}
	if after := x.Do("PATCH", path, same).Object(200); after["version"] != c["version"] {
		t.Errorf("%v", after)
	}
	for body, want := range map[string]string{
		`{"id":7}`: "body.id read_only", `{"created_at":"yesterday"}`: "body.created_at read_only", `{"login":{"enabled":"x"}}`: "body.login.enabled type",
		`{"version":"1"}`: "body.version type", `{"id":null}`: "body.id read_only", `{"id":"\u0000"}`: "body.id read_only", `{"id":{}}`: "body.id read_only",
	} {
		if got := x.Do("PATCH", path, body).Problem(422, "validation_failed"); !slices.Contains(got, want) {
			t.Errorf("%s: %v, want %s", body, got, want)
		}
	}
	r := x.Do("PATCH", path, map[string]any{"account_id": uuid.NewString(), "created_at": "2001-01-01T00:00:00Z"})
	wantFaults(t, r, "body.account_id read_only", "body.created_at read_only")
}

func whatACustomerReadsItCanSendBack(t *testing.T, m matrix) {
	customer := "/v1/accounts/" + m.Account.ID.String() + "/customers/" + m.id["C-ANN-HIDDEN"]
	documented := bodyKeys(t)
	last := m.LastEvent()
	for path, op := range map[string]string{customer: "updateCustomer", customer + "/pets/" + m.id["P-ANN-HIDDEN"]: "updatePet"} {
		shown, all := m.Send(m.ann, "GET", path, nil).Object(200), m.Do("GET", path, nil).Object(200)
		for key, value := range shown {
			kinds, _ := at(documented[op], key)["type"].([]any)
			either, _ := at(documented[op], key)["anyOf"].([]any)
			if value == nil && !slices.Contains(kinds, any("null")) && either == nil {
				t.Errorf("the document of %s has no null for %s", op, key)
			}
		}
		if after := m.Send(m.ann, "PATCH", path, shown).Object(200); !reflect.DeepEqual(after, shown) {
			t.Errorf("%v became %v", shown, after)
		}
		if after := m.Do("GET", path, nil).Object(200); !reflect.DeepEqual(after, all) {
			t.Errorf("%v became %v", all, after)
		}
		for body, want := range map[string]string{
			`{"alert":""}`: "forbidden", `{"alert":"x"}`: "forbidden", `{"custom_fields":{"open":"new","shown":"ANN"}}`: "", `{"custom_fields":{"shown":"new"}}`: "forbidden",
			`{"custom_fields":{"staff":null}}`: "forbidden", `{"custom_fields":{"nowhere":null}}`: "forbidden",
			`{"id":"` + m.id["C-BEN-HIDDEN"] + `"}`: "validation_failed", `{"version":9}`: "version_mismatch",
		} {
			r := m.Send(m.ann, "PATCH", path, body)
			if got, _ := r.Object(r.Status)["code"].(string); got != want {
				t.Errorf("%s: %s, want %q", body, r.Text, want)
			}
		}
		after := m.Do("GET", path, nil).Object(200)
		if after["alert"] != all["alert"] || after["custom_fields"].(map[string]any)["staff"] != all["custom_fields"].(map[string]any)["staff"] {
			t.Errorf("%v became %v", all, after)
		}
	}
	if n := len(m.Events(last)); n != 2 { // for the two changes of custom_fields.open
		t.Errorf("%d events", n)
	}
}

func TestACustomerSendsPartOfWhatItReadsBack(t *testing.T) {
	x := newTenant(t)
	customer, token := x.Login()
	path := x.Base + "/customers/" + customer["id"].(string)
	before := x.Do("PATCH", path, `{"address":{"line1":"1 High Street","city":"London"},"vet":{"name":"Dr Shy"},"communication":{"sms_opt_in":true}}`).Object(200)
	x.Do("PATCH", "customerFields/standard", `{"fields":[{"key":"address","editable_by_customer":false},
		{"key":"communication","editable_by_customer":false},{"key":"vet","visible_to_customer":false}]}`).Object(200)
	for body, want := range map[string]int{
		`{"address":{"city":"London"}}`: 200, `{"address":{}}`: 200, `{"address":{"line2":null}}`: 200, `{"communication":{"sms_opt_in":true}}`: 200,
		`{"address":{"city":"Leeds"}}`: 403, `{"address":{"city":null}}`: 403, `{"address":null}`: 403, `{"communication":{"sms_opt_in":false}}`: 403,
		`{"vet":null}`: 200, `{"vet":{"name":"Dr Shy"}}`: 403, `{"vet":{"name":"Dr No"}}`: 403, `{"vet":{"name":null}}`: 403,
	} {
		if r := x.Send(token, "PATCH", path, body); r.Status != want {
			t.Errorf("%s: %s, want %d", body, r.Text, want)
		}
	}
	if after := x.Do("GET", path, nil).Object(200); after["vet"].(map[string]any)["name"] != "Dr Shy" || after["version"] != before["version"] {
		t.Errorf("%v", after)
	}
}
