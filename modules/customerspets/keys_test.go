package customerspets_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// onlyForStaff are keys that no answer to a customer has, and no form field stands for.
var onlyForStaff = []string{"matching_pets", "found_in", "merged_into"}

// jsonKeys are the JSON keys of a struct; hidden ones ("-") and onlyForStaff are left out.
func jsonKeys[T any]() (list []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" && !slices.Contains(onlyForStaff, name) {
			list = append(list, name)
		}
	}
	return list
}

// places are the places in which a field of a record has to be told.
type places struct {
	record, patch []string
	form          map[string]configlists.Field
	fields        []string          // columns that the record reads
	columns       []string          // columns of the table
	alwaysShown   []string          // to customers, and of no form field
	computed      map[string]string // keys that go with another key
}

func (w *world) fieldsOf(record any) []string {
	w.Helper()
	parsed := w.db.In(w.ctx).Statement
	must(w, parsed.Parse(record))
	return parsed.Schema.DBNames
}

func (w *world) columns(table string) []string {
	w.t.Helper()
	return testkit.Must[[]string](w)(testkit.Column[string](w.ctx, w.db,
		"select column_name from information_schema.columns where table_schema = 'customerspets' and table_name = $1", table))
}

func TestAFieldIsToldInEveryPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	form := func(f configlists.Form) map[string]configlists.Field {
		set := testkit.Must[configlists.FieldSet](t)(w.lists.Form(w.ctx, w.account, f))
		return set.Standard
	}
	common := []string{"id", "account_id", "created_at", "updated_at", "version"}
	for what, p := range map[string]places{
		"customer": {
			record: jsonKeys[customerspets.Customer](), patch: jsonKeys[customerspets.CustomerPatch](), form: form(configlists.CustomerForm),
			fields: w.fieldsOf(&customerspets.Customer{}), columns: w.columns("customers"), alwaysShown: append(common, "login", "erased_at"),
		},
		"pet": {
			record: jsonKeys[customerspets.Pet](), patch: jsonKeys[customerspets.PetPatch](), form: form(configlists.PetForm),
			fields: w.fieldsOf(&customerspets.Pet{}), columns: w.columns("pets"), alwaysShown: append(common, "customer_id"),
			computed: map[string]string{"breed": "breed_ids", "secondary_pet_status": "secondary_pet_status_id", "photo": "photo_file_id"},
		},
	} {
		for _, key := range p.record {
			source, isComputed := p.computed[key]
			if !isComputed {
				source = key
			}
			_, hasField := p.form[source]
			if !hasField && source != "custom_fields" && !slices.Contains(p.alwaysShown, key) {
				t.Errorf("%s: no standard form field of configlists stands for the key %s: customers never see it", what, key)
			}
			if hasField && !slices.Contains(p.patch, source) {
				t.Errorf("%s: the patch lacks the key %s", what, key)
			}
		}
		for _, key := range p.patch {
			if _, ok := p.form[key]; !ok && key != "custom_fields" {
				t.Errorf("%s: the patch has the key %s and the standard form fields of configlists do not", what, key)
			}
			if !slices.Contains(p.record, key) && key != "password" {
				t.Errorf("%s: the patch has the key %s and the record does not", what, key)
			}
		}
		for key := range p.form {
			if !slices.Contains(p.patch, key) {
				t.Errorf("%s: there is a standard form field %s and no such key in the patch", what, key)
			}
		}
		for _, column := range p.fields {
			if !slices.Contains(p.columns, column) {
				t.Errorf("%s: the record has the column %s and the table does not: add a migration", what, column)
			}
		}
		for _, column := range p.columns {
			if !slices.Contains(p.fields, column) {
				t.Errorf("%s: the table has the column %s and no field of the record is kept in it", what, column)
			}
		}
	}
}

// Every key of the patch reaches the record: a patch that says null of all keys that can be null empties them.
func TestEveryKeyOfAPatchReachesTheRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, key := range jsonKeys[customerspets.CustomerDetails]() {
		body, isText := `{"last_name": "Lee", "`+key+`": "Value"}`, isTextOf[customerspets.CustomerDetails](key)
		if !isText || key == "email" || key == "password" {
			continue
		}
		if got := decode[map[string]any](t, asJSON(t, w.customer(body)))[key]; got != "Value" {
			t.Errorf("customer: the patch has the key %s and apply does not use it: got %v", key, got)
		}
	}
	owner := w.customer(`{"first_name": "Ann"}`)
	for _, key := range jsonKeys[customerspets.PetDetails]() {
		if !isTextOf[customerspets.PetDetails](key) || slices.Contains([]string{"sex", "altered", "birth_date_precision"}, key) {
			continue
		}
		body := `{"name": "Rex", "species": "dog", "` + key + `": "Value"}`
		if got := decode[map[string]any](t, asJSON(t, w.pet(owner.ID, body)))[key]; got != "Value" {
			t.Errorf("pet: the patch has the key %s and apply does not use it: got %v", key, got)
		}
	}
}

// isTextOf reports whether a key of a patch is plain text.
func isTextOf[T any](key string) bool {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name == key {
			return f.Type == reflect.TypeFor[patch.Field[string]]()
		}
	}
	return false
}

func TestCustomersSeeNothingThatNoVisibleFieldStandsFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hide := func(form configlists.Form) {
		set := testkit.Must[configlists.FieldSet](t)(w.lists.Form(w.ctx, w.account, form))
		var changes []string
		for key, f := range set.Standard {
			if !slices.Contains(f.Locked.Get(), "visible_to_customer") {
				changes = append(changes, `{"key": "`+key+`", "visible_to_customer": false, "editable_by_customer": false}`)
			}
		}
		w.standard(form, strings.Join(changes, ", "))
	}
	breed, code, petCode := w.breed("dog", "Test Hound"), w.colourCode(configlists.CustomerColour), w.colourCode(configlists.PetColour)
	c := w.customer(strings.TrimSuffix(everything, "}") + `, "colour_code_ids": ["` + code.ID.String() + `"]}`)
	p := w.pet(c.ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+breed.ID.String()+`"], "secondary_pet_status_id": "`+w.status("Senior").ID.String()+`",
		"sex": "male", "altered": "yes", "birth_date": "2020-01-02", "birth_date_precision": "day", "status": "deceased", "deceased_on": "2026-01-02",
		"weight": {"value": "1", "unit": "kg"}, "coat": "a", "colour": "a", "markings": "a", "microchip": "a", "vet": {"name": "a"},
		"feeding_instructions": "a", "medications": "a", "allergies": "a", "medical_notes": "a", "behaviour_notes": "a", "grooming_notes": "a",
		"alert": "a", "colour_code_ids": ["`+petCode.ID.String()+`"], "tags": ["a"], "external_id": "P-1"}`)
	hide(configlists.CustomerForm)
	hide(configlists.PetForm)
	self := w.as(c.ID)
	customer := testkit.Must[customerspets.Customer](t)(w.service.GetCustomer(self, w.account, c.ID))
	pet := testkit.Must[customerspets.Pet](t)(w.service.GetPet(self, w.account, c.ID, p.ID))
	common := []string{"id", "account_id", "created_at", "updated_at", "version"}
	wantShown(t, "customer", customer, jsonKeys[customerspets.Customer](), append(common, "login"))
	wantShown(t, "pet", pet, jsonKeys[customerspets.Pet](), append(common, "customer_id", "name", "species"))
}

// wantShown checks that an answer has all keys and values at some alone.
func wantShown(t *testing.T, what string, answer any, keys, shown []string) {
	t.Helper()
	got := decode[map[string]any](t, asJSON(t, answer))
	for _, key := range keys {
		value, isThere := got[key]
		if !isThere {
			t.Errorf("%s: the answer lacks %s", what, key)
		}
		isEmpty := slices.Contains([]string{"null", "[]", "{}"}, asJSON(t, value))
		if isEmpty == slices.Contains(shown, key) {
			t.Errorf("%s: %s is %s", what, key, asJSON(t, value))
		}
	}
}
