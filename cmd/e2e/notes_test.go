package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

func TestNoteIsWrittenReadChangedAndDeletedOverHTTP(t *testing.T) {
	t.Parallel()
	s := kit.NewTenant(t)
	customer := s.NewCustomer(nil)
	below := "/pets/" + s.NewPet(customer, nil)["id"].(string) + "/notes"
	path := "customers/" + customer["id"].(string) + below
	answer := s.Do("POST", path, `{"body": "  Barks  ", "visibility": "customer"}`)
	made := answer.Object(201)
	id := made["id"].(string)
	if answer.Header.Get("ETag") != `"1"` || answer.Header.Get("Location") != s.Base+"/"+path+"/"+id ||
		made["body"] != "Barks" || made["title"] != nil || made["category"] != "general" {
		t.Errorf("%v %s", answer.Header, answer.Text)
	}
	for query, want := range map[string]int{"": 1, "?category=general&visibility=customer&limit=5": 1, "?category=medical": 0, "?visibility=staff": 0} {
		if list := s.Do("GET", path+query, nil).List(); len(list) != want {
			t.Errorf("%s lists %v", query, list)
		}
	}
	another := "customers/" + s.NewCustomer(nil)["id"].(string) + below
	s.Do("GET", another, nil).Problem(404, "not_found")
	s.Do("POST", another, `{"body": "x"}`).Problem(404, "not_found")
	s.Do("PATCH", another+"/"+id, `{"body": "x"}`).Problem(404, "not_found")
	changed := s.Do("PATCH", "notes/"+id, `{"title": "Loud", "pinned": true}`).Object(200)
	if changed["title"] != "Loud" || changed["pinned"] != true || changed["version"] != 2.0 || changed["body"] != "Barks" {
		t.Errorf("%v", changed)
	}
	s.Do("DELETE", path+"/"+id, nil, "If-Match", `"1"`).Problem(412, "version_mismatch")
	s.Do("DELETE", path+"/"+id, nil, "If-Match", `"2"`).Object(204)
	s.Do("DELETE", "notes/"+id, nil).Problem(404, "not_found")
}

// refused are requests with their only field error.
type refused []struct{ method, path, body, fault string }

func (list refused) check(t kit.Tenant) {
	t.T.Helper()
	for _, c := range list {
		var body any
		if c.body != "" {
			body = c.body
		}
		if got := t.Do(c.method, c.path, body).Problem(422, "validation_failed"); !slices.Equal(got, []string{c.fault}) {
			t.T.Errorf("%s %s %s: %q, want %s", c.method, c.path, c.body, got, c.fault)
		}
	}
}

func TestFaultyNotesAreRefusedByName(t *testing.T) {
	t.Parallel()
	s := kit.NewTenant(t)
	path := "customers/" + s.NewCustomer(nil)["id"].(string) + "/notes"
	id := s.Do("POST", path, `{"body": "x"}`).Object(201)["id"].(string)
	refused{
		{"POST", path, `{}`, "body.body required"},
		{"POST", path, `{"body": "   "}`, "body.body too_short"},
		{"POST", path, `{"body": "x", "author": null}`, "body.author unknown"},
		{"POST", path, `{"body": "x", "category": "gossip"}`, "body.category enum"},
		{"POST", path, `{"body": "x", "title": "` + strings.Repeat("é", 151) + `"}`, "body.title too_long"},
		{"PATCH", "notes/" + id, `{"body": null}`, "body.body null"},
		{"PATCH", "notes/" + id, `{"parent": {"type": "pet"}}`, "body.parent read_only"},
		{"GET", path + "?category=gossip", "", "query.category enum"},
		{"GET", path + "?pinned=true", "", "query.pinned unknown"},
	}.check(s)
	if list := s.Do("GET", path, nil).List(); len(list) != 1 || list[0]["version"] != 1.0 {
		t.Errorf("%v", list)
	}
}

func TestFaultyHealthRecordsAreRefusedByName(t *testing.T) {
	t.Parallel()
	s := kit.NewTenant(t)
	path := "pets/" + s.NewPet(s.NewCustomer(nil), nil)["id"].(string) + "/vaccinations"
	kind := s.Do("POST", "vaccinationTypes", `{"name": "Lyme 2"}`).Object(201)["id"].(string)
	id := s.Do("POST", path, `{"vaccination_type_id": "`+kind+`", "expires_on": "2027-05-11"}`).Object(201)["id"].(string)
	refused{
		{"POST", path, `{"vaccination_type_id": "` + kind + `"}`, "body.expires_on required"},
		{"POST", path, `{"vaccination_type_id": "` + kind + `", "expires_on": "2027-02-29"}`, "body.expires_on format"},
		{"POST", path, `{"vaccination_type_id": "` + kind + `", "expires_on": "0000-01-01"}`, "body.expires_on format"},
		{"POST", path, `{"vaccination_type_id": "` + ids.New().String() + `", "expires_on": "2027-05-11"}`, "body.vaccination_type_id unknown"},
		{"POST", path, `{"vaccination_type_id": "rabies", "expires_on": "2027-05-11"}`, "body.vaccination_type_id format"},
		{"PATCH", path + "/" + id, `{"vaccination_type_id": "` + ids.New().String() + `"}`, "body.vaccination_type_id immutable"},
		{"PATCH", path + "/" + id, `{"expires_on": null}`, "body.expires_on null"},
		{"PATCH", path + "/" + id, `{"administered_on": "2999-05-02"}`, "body.administered_on future"},
		{"GET", path + "?status=gone", "", "query.status enum"},
		{"GET", path + "?current=perhaps", "", "query.current format"},
		{"GET", path + "?vaccinationTypeId=rabies", "", "query.vaccinationTypeId format"},
		{"POST", "vaccinationTypes", `{"name": ""}`, "body.name too_short"},
		{"POST", "vaccinationTypes", `{"name": "x", "species": ["dog", "dog"]}`, "body.species not_unique"},
		{"POST", "vaccinationTypes", `{"name": "x", "species": ["dragon"]}`, "body.species[0] enum"},
		{"POST", "vaccinationTypes", `{"name": "x", "default_validity_months": 121}`, "body.default_validity_months too_large"},
		{"POST", "vaccinationTypes", `{"name": "x", "built_in": true}`, "body.built_in unknown"},
		{"PATCH", "vaccinationTypes/" + kind, `{"required_for": ["swimming"]}`, "body.required_for[0] enum"},
		{"GET", "preventiveTypes?status=valid", "", "query.status unknown"},
	}.check(s)
	if list := s.Do("GET", path, nil).List(); len(list) != 1 || list[0]["version"] != 1.0 {
		t.Errorf("%v", list)
	}
}
