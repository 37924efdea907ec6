package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestADuplicateNamesTheOtherRecord(t *testing.T) {
	x := newTenant(t)
	writeOnly := x.NewKey("customers:write", "config:write", "health:write", "notes:write")
	customer := x.NewCustomer(nil)["id"].(string)
	pets := "customers/" + customer + "/pets"
	pet := x.Do("POST", pets, `{"name":"Rex","species":"dog"}`).Object(201)["id"].(string)
	kind := x.Do("POST", "vaccinationTypes", `{"name":"Lepto"}`).Object(201)["id"].(string)
	vaccination := `{"vaccination_type_id":"` + kind + `","expires_on":"2099-01-01"`
	for _, c := range []struct{ path, taken, other, change string }{
		{"customers", `{"first_name":"A","external_id":"C"}`, `{"first_name":"B"}`, `{"external_id":"C"}`},
		{"customers", `{"first_name":"A","email":"a@example.com","password":"correct horse"}`, `{"first_name":"B","email":"b@example.com","password":"correct horse"}`, `{"email":"A@example.com"}`},
		{pets, `{"name":"A","species":"dog","external_id":"P"}`, `{"name":"B","species":"dog"}`, `{"external_id":"P"}`},
		{"breeds", `{"name":"Zorgi","species":"dog"}`, `{"name":"Other","species":"dog"}`, `{"name":"ZORGI"}`},
		{"secondaryPetStatuses", `{"name":"Guest"}`, `{"name":"Other"}`, `{"name":"GUEST"}`},
		{"colourCodes", `{"type":"pet","number":7,"name":"A","colour":"#000000"}`, `{"type":"pet","name":"B","colour":"#000000"}`, `{"number":7}`},
		{"petFields/custom", `{"key":"diet","label":"Diet","type":"text"}`, `{"key":"other","label":"Other","type":"text"}`, ``},
		{"vaccinationTypes", `{"name":"Giardia"}`, `{"name":"Other"}`, `{"name":"GIARDIA"}`},
		{"pets/" + pet + "/vaccinations", vaccination + `,"external_id":"V"}`, vaccination + `}`, `{"external_id":"V"}`},
	} {
		first := x.Do("POST", c.path, c.taken).Object(201)["id"].(string)
		second := x.Do("POST", c.path, c.other).Object(201)["id"].(string)
		want := func(r kit.Response, id any) {
			t.Helper()
			p := r.Object(http.StatusConflict)
			if p["code"] != "duplicate" || p["conflicts_with"] != id || !strings.Contains(r.Text, `"location":"body.`) {
				t.Errorf("%s: %s, want %v", c.path, r.Text, id)
			}
		}
		before := x.LastEvent()
		want(x.Do("POST", c.path, c.taken), first)
		for _, replayed := range []string{"", "true"} { // a refusal is kept, too
			again := x.Do("POST", c.path, c.taken, "Idempotency-Key", "again"+first)
			if want(again, first); again.Header.Get("Idempotency-Replayed") != replayed {
				t.Errorf("%s: %v", c.path, again.Header)
			}
		}
		want(x.Send(writeOnly, "POST", x.Base+"/"+c.path, c.taken), nil)
		if c.change != "" {
			want(x.Do("PATCH", c.path+"/"+second, c.change), first)
			want(x.Send(writeOnly, "PATCH", x.Base+"/"+c.path+"/"+second, c.change), nil)
		}
		if told := x.Events(before); len(told) > 0 {
			t.Errorf("%s: refusals recorded %v", c.path, told)
		}
	}
}

func TestADuplicateOfADeletedRecordNamesNone(t *testing.T) {
	x := newTenant(t)
	pet := x.NewPet(x.NewCustomer(nil), nil)["id"].(string)
	kind := x.Do("POST", "vaccinationTypes", `{"name":"Lepto"}`).Object(201)["id"].(string)
	path, body := "pets/"+pet+"/vaccinations", `{"vaccination_type_id":"`+kind+`","expires_on":"2099-01-01","external_id":"V"}`
	x.Do("DELETE", path+"/"+x.Do("POST", path, body).Object(201)["id"].(string), nil).Object(204)
	other := x.Do("POST", path, strings.Replace(body, "V", "W", 1)).Object(201)["id"].(string)
	for _, r := range []kit.Response{x.Do("POST", path, body), x.Do("POST", path, body, "Idempotency-Key", "k"), x.Do("PATCH", path+"/"+other, `{"external_id":"V"}`)} {
		if r.Status != 409 || strings.Contains(r.Text, "conflicts_with") || !strings.Contains(r.Text, "a deleted vaccination") {
			t.Errorf("%s", r.Text)
		}
	}
}
