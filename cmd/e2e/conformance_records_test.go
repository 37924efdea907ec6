package e2e

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestDaysThatTheDatabaseCannotKeepAreInvalid(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	pets := "customers/" + x.NewCustomer(nil)["id"].(string) + "/pets"
	for _, day := range []string{"0000-01-01", "0001-01-01"} {
		faults := x.Do("POST", pets, map[string]any{"name": "Rex", "species": "dog", "birth_date": day}).Problem(422, "validation_failed")
		if len(faults) != 1 || !strings.HasPrefix(faults[0], "body.birth_date ") {
			t.Errorf("%s: %v", day, faults)
		}
	}
	x.Do("POST", "petFields/custom", `{"key": "met", "label": "Met on", "type": "date"}`).Object(201)
	faults := x.Do("POST", pets, `{"name": "Rex", "species": "dog", "custom_fields": {"met": "0000-01-01"}}`).Problem(422, "validation_failed")
	if len(faults) != 1 || !strings.HasPrefix(faults[0], "body.custom_fields.met ") {
		t.Errorf("a custom field: %v", faults)
	}
}

func TestAPetKeepsItsBreedsWhenTheyAreSentAgain(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	customer := x.NewCustomer(nil)
	breed := x.Do("POST", "breeds", `{"name": "Zed", "species": "dog"}`).Object(201)["id"]
	pet := x.NewPet(customer, map[string]any{"breed_ids": []any{breed}})
	path := "customers/" + customer["id"].(string) + "/pets/" + pet["id"].(string)
	x.Do("PATCH", "breeds/"+breed.(string), `{"species": "cat"}`).Object(200)

	again := map[string]any{"breed_ids": []any{breed}}
	version := x.Do("GET", path, nil).Object(200)["version"]
	if same := x.Do("PATCH", path, again).Object(200); same["version"] != version || same["breed"] != "Zed" {
		t.Errorf("sent again: %v", same)
	}
	x.Do("PATCH", path, `{"breed_ids": []}`).Object(200)
	if faults := x.Do("PATCH", path, again).Problem(422, "validation_failed"); !slices.Equal(faults, []string{"body.breed_ids[0] species"}) {
		t.Errorf("chosen anew: %v", faults)
	}
}

func TestNullIsNoValueOfARequiredFieldThatHasADefault(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	x.Do("PATCH", "customerFields/standard", `{"fields": [{"key": "communication", "required": true}]}`).Object(200)
	for _, given := range []string{``, `, "communication": null`} {
		faults := x.Do("POST", "customers", `{"first_name": "Jo"`+given+`}`).Problem(422, "validation_failed")
		if !slices.Equal(faults, []string{"body.communication required"}) {
			t.Errorf("%q: %v", given, faults)
		}
	}
	c := x.NewCustomer(map[string]any{"communication": map[string]any{"email_opt_in": false}})
	path := "customers/" + c["id"].(string)
	x.Do("PATCH", path, `{"communication": null}`).Problem(422, "validation_failed")
	x.Do("PATCH", path, `{"communication": {}}`).Object(200)
}

func TestAddressesAreInCountries(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	for _, code := range []string{"ZZ", "UK", "gb", "GBR"} {
		faults := x.Do("POST", "customers", map[string]any{"first_name": "Jo", "address": map[string]any{"country": code}}).Problem(422, "validation_failed")
		if len(faults) == 0 || !strings.HasPrefix(faults[0], "body.address.country ") {
			t.Errorf("%s: %v", code, faults)
		}
	}
	x.NewCustomer(map[string]any{"address": map[string]any{"country": "GB"}})
}

func TestApostrophesDoNotCountInASearch(t *testing.T) {
	t.Parallel()
	x := kit.NewTenant(t)
	id := x.NewCustomer(map[string]any{"last_name": "O’Connor"})["id"]
	for _, search := range []string{"oconnor", "O'Connor", "o’conn", "jo oconnor"} {
		if found := x.Do("GET", "customers?search="+url.QueryEscape(search), nil).List(); len(found) != 1 || found[0]["id"] != id {
			t.Errorf("%s finds %v", search, found)
		}
	}
	if found := x.Do("GET", "customers?search=''", nil).List(); len(found) != 0 {
		t.Errorf("apostrophes alone find %v", found)
	}
}
