package petcarecmd

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestDaysThatTheDatabaseCannotKeepAreInvalid(t *testing.T) {
	t.Parallel()
	x := newTenant(t)
	pets := "customers/" + x.newCustomer(nil)["id"].(string) + "/pets"
	for _, day := range []string{"0000-01-01", "0001-01-01"} {
		faults := x.do("POST", pets, map[string]any{"name": "Rex", "species": "dog", "birth_date": day}).problem(422, "validation_failed")
		if len(faults) != 1 || !strings.HasPrefix(faults[0], "body.birth_date ") {
			t.Errorf("%s: %v", day, faults)
		}
	}
	x.do("POST", "petFields/custom", `{"key": "met", "label": "Met on", "type": "date"}`).object(201)
	faults := x.do("POST", pets, `{"name": "Rex", "species": "dog", "custom_fields": {"met": "0000-01-01"}}`).problem(422, "validation_failed")
	if len(faults) != 1 || !strings.HasPrefix(faults[0], "body.custom_fields.met ") {
		t.Errorf("a custom field: %v", faults)
	}
}

func TestAPetKeepsItsBreedsWhenTheyAreSentAgain(t *testing.T) {
	t.Parallel()
	x := newTenant(t)
	customer := x.newCustomer(nil)
	breed := x.do("POST", "breeds", `{"name": "Zed", "species": "dog"}`).object(201)["id"]
	pet := x.newPet(customer, map[string]any{"breed_ids": []any{breed}})
	path := "customers/" + customer["id"].(string) + "/pets/" + pet["id"].(string)
	x.do("PATCH", "breeds/"+breed.(string), `{"species": "cat"}`).object(200)

	again := map[string]any{"breed_ids": []any{breed}}
	version := x.do("GET", path, nil).object(200)["version"]
	if same := x.do("PATCH", path, again).object(200); same["version"] != version || same["breed"] != "Zed" {
		t.Errorf("sent again: %v", same)
	}
	x.do("PATCH", path, `{"breed_ids": []}`).object(200)
	if faults := x.do("PATCH", path, again).problem(422, "validation_failed"); !slices.Equal(faults, []string{"body.breed_ids[0] species"}) {
		t.Errorf("chosen anew: %v", faults)
	}
}

func TestNullIsNoValueOfARequiredFieldThatHasADefault(t *testing.T) {
	t.Parallel()
	x := newTenant(t)
	x.do("PATCH", "customerFields/standard", `{"fields": [{"key": "communication", "required": true}]}`).object(200)
	for _, given := range []string{``, `, "communication": null`} {
		faults := x.do("POST", "customers", `{"first_name": "Jo"`+given+`}`).problem(422, "validation_failed")
		if !slices.Equal(faults, []string{"body.communication required"}) {
			t.Errorf("%q: %v", given, faults)
		}
	}
	c := x.newCustomer(map[string]any{"communication": map[string]any{"email_opt_in": false}})
	path := "customers/" + c["id"].(string)
	x.do("PATCH", path, `{"communication": null}`).problem(422, "validation_failed")
	x.do("PATCH", path, `{"communication": {}}`).object(200)
}

func TestAddressesAreInCountries(t *testing.T) {
	t.Parallel()
	x := newTenant(t)
	for _, code := range []string{"ZZ", "UK", "gb", "GBR"} {
		faults := x.do("POST", "customers", map[string]any{"first_name": "Jo", "address": map[string]any{"country": code}}).problem(422, "validation_failed")
		if len(faults) == 0 || !strings.HasPrefix(faults[0], "body.address.country ") {
			t.Errorf("%s: %v", code, faults)
		}
	}
	x.newCustomer(map[string]any{"address": map[string]any{"country": "GB"}})
}

func TestApostrophesDoNotCountInASearch(t *testing.T) {
	t.Parallel()
	x := newTenant(t)
	id := x.newCustomer(map[string]any{"last_name": "O’Connor"})["id"]
	for _, search := range []string{"oconnor", "O'Connor", "o’conn", "jo oconnor"} {
		if found := x.do("GET", "customers?search="+url.QueryEscape(search), nil).list(); len(found) != 1 || found[0]["id"] != id {
			t.Errorf("%s finds %v", search, found)
		}
	}
	if found := x.do("GET", "customers?search=''", nil).list(); len(found) != 0 {
		t.Errorf("apostrophes alone find %v", found)
	}
}
