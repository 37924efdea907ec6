package healthrecords

import (
	"testing"
)

func TestVaccinationIsRecordedListedChangedAndDeletedOverHTTP(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	path := "/pets/" + d.pet.String() + "/vaccinations"
	kind := d.kind.ID.String()
	made := d.want(201, "health:write", "POST", path,
		`{"vaccination_type_id": "`+kind+`", "expires_on": "2026-05-11", "administered_on": "2025-05-11", "clinic": " "}`)
	if made["status"] != "expiring" || made["days_until_expiry"] != 10.0 || made["administered_on"] != "2025-05-11" || made["clinic"] != nil {
		t.Errorf("%v", made)
	}
	id := made["id"].(string)
	d.want(200, "health:read", "GET", path+"?current=false&status=valid&vaccinationTypeId="+kind, "")
	if q := d.query; q.Pet != d.pet || q.Current == nil || *q.Current || q.Type == nil || *q.Type != d.kind.ID ||
		q.First.String() != "2026-06-01" || !q.Last.IsZero() {
		t.Errorf("%+v", q)
	}
	d.want(200, "health:read", "GET", path, "")
	if q := d.query; q.Current != nil || q.Type != nil || !q.First.IsZero() || !q.Last.IsZero() {
		t.Errorf("%+v", q)
	}
	changed := d.want(200, "health:write", "PATCH", path+"/"+id, `{"administered_on": null, "expires_on": "2027-05-01", "verified": true}`)
	if changed["administered_on"] != nil || changed["status"] != "valid" || changed["days_until_expiry"] != 365.0 || changed["version"] != 2.0 {
		t.Errorf("%v", changed)
	}
	d.want(204, "health:write", "DELETE", path+"/"+id, "")
	d.want(404, "health:write", "DELETE", path+"/"+id, "")
}

func TestVaccinationTypesOverHTTP(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	path := "/vaccinationTypes"
	kind := d.kind.ID.String()
	if answer := d.want(409, "health:write", "POST", path, `{"name": "rabies"}`); answer["code"] != "duplicate" {
		t.Errorf("%v", answer)
	}
	changed := d.want(200, "health:write", "PATCH", path+"/"+kind, `{"species": ["cat"], "required_for": null, "default_validity_months": 6}`)
	if changed["default_validity_months"] != 6.0 || changed["species"].([]any)[0] != "cat" || len(changed["required_for"].([]any)) != 0 {
		t.Errorf("%v", changed)
	}
	d.kind.BuiltIn = true
	d.types.kept[d.kind.ID] = d.kind
	for _, method := range []string{"PATCH", "DELETE"} {
		if answer := d.want(403, "health:write", method, path+"/"+kind, `{}`); answer["code"] != "built_in" {
			t.Errorf("%v", answer)
		}
	}
}
