package configlists_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
)

func TestKeysAreSpelledWithLettersDigitsAndSingleUnderscores(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for label, want := range map[string]string{
		"a{b": "a_b", "c/d": "c_d", "e:f": "e_f", "g`h": "g_h", "Z0 to 9z": "z0_to_9z", "' quoted '": "quoted", "rock ' roll": "rock_roll", "dog's": "dogs", "'": "field", "z": "z",
		"9": "field_9", strings.Repeat("x", 59) + " y": strings.Repeat("x", 59), strings.Repeat("y", 61): strings.Repeat("y", 60),
	} {
		if got := d.field(petForm, textField(label)).Key; got != want {
			t.Errorf("%q becomes %q, want %q", label, got, want)
		}
	}
}

func TestStandardFieldsHaveTheirTypesAndChoices(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	chosenFromLists := []string{"breed_ids", "secondary_pet_status_id", "colour_code_ids"}
	found := map[string]configlists.FieldType{}
	for _, form := range []configlists.Form{petForm, customerForm} {
		for _, f := range d.list(t.Context(), form, configlists.StandardField, 200) {
			found[f.Key] = f.Type
			if want := (f.Type.HasOptions() || f.Type == configlists.Consent) && !slices.Contains(chosenFromLists, f.Key); want != (len(f.Options.Get()) > 0) {
				t.Errorf("%s of type %s has the options %v", f.Key, f.Type, f.Options.Get())
			}
		}
	}
	for key, want := range map[string]configlists.FieldType{"species": configlists.Select, "birth_date": configlists.Date, "weight": configlists.Weight, "vet": configlists.Vet, "tags": configlists.Tags,
		"email": configlists.Email, "name": configlists.Text, "allergies": configlists.Textarea, "communication": configlists.Consent, "phones": configlists.Phones,
		"address": configlists.Address, "contacts": configlists.Contacts, "breed_ids": configlists.Breeds, "colour_code_ids": configlists.ColourCodes,
		"secondary_pet_status_id": configlists.PetStatusField} {
		if found[key] != want {
			t.Errorf("%s is of type %s", key, found[key])
		}
	}
}
