package demo

import (
	"slices"
	"strings"
	"testing"
)

func (f file) resolve(t *testing.T, from record, key, kind string) {
	t.Helper()
	ids := from.texts(key)
	if id := from.text(key); id != "" {
		ids = append(ids, id)
	}
	for _, id := range ids {
		if f.index[kind][id] == nil {
			t.Errorf("%s %s: %s names %s %q, which is not in the file", from.text("type"), from.text("external_id"), key, kind, id)
		}
	}
}

func TestEveryReferenceResolves(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		kinds := map[string]string{
			"customer": "customer", "pet": "pet", "pets": "pet", "order": "order", "taxes": "tax",
			"included_addons": "addon", "categories": "retail_category", "parent": "retail_category",
			"preventive_type": "preventive_type", "pending_reason": "pending_reason_option",
		}
		for _, from := range f.records {
			for key, kind := range kinds {
				f.resolve(t, from, key, kind)
			}
			for _, line := range from.all("lines") {
				f.resolve(t, line, "pet", "pet")
				item := map[string]string{"rate": "rate", "addon": "addon", "retail": "retail_product", "adjustment": "adjustment"}
				kind := item[line.text("kind")]
				if (kind == "") != (line.text("item") == "") {
					t.Errorf("order %s: %s line with item %q", from.text("external_id"), line.text("kind"), line.text("item"))
				}
				f.resolve(t, line, "item", kind)
			}
		}
	})
}

func TestReferencesComeAfterWhatTheyName(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		seen := map[string]bool{}
		for _, from := range f.records {
			for _, key := range []string{"customer", "pet", "order", "parent"} {
				if id := from.text(key); id != "" && !seen[id] {
					t.Fatalf("%s comes before %s", from.text("external_id"), id)
				}
			}
			seen[from.text("external_id")] = true
		}
	})
}

func TestOrdersAreForTheCustomersOwnPets(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		for id, order := range f.index["order"] {
			pets := order.texts("pets")
			for _, pet := range pets {
				if f.index["pet"][pet].text("customer") != order.text("customer") {
					t.Errorf("order %s: pet %s belongs to another customer", id, pet)
				}
			}
			for _, line := range order.all("lines") {
				if pet := line.text("pet"); pet != "" && !slices.Contains(pets, pet) {
					t.Errorf("order %s: line for pet %s, which is not in the order", id, pet)
				}
			}
		}
	})
}

func TestNotesHaveOneParent(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		for id, note := range f.index["note"] {
			parents := 0
			for _, key := range []string{"customer", "pet", "order"} {
				if note.text(key) != "" {
					parents++
				}
			}
			if parents != 1 {
				t.Errorf("note %s has %d parents", id, parents)
			}
		}
	})
}

func TestVaccinationTypesFitTheSpecies(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		builtIn := map[string][]string{
			"dog": {"Rabies", "DHPP", "Bordetella", "Leptospirosis", "Canine influenza", "Lyme"},
			"cat": {"Rabies", "FVRCP", "FeLV"}, "rabbit": {"Myxomatosis", "RHD"}, "ferret": {"Distemper", "Rabies"},
		}
		for id, vaccination := range f.index["vaccination"] {
			species := f.index["pet"][vaccination.text("pet")].text("species")
			if !slices.Contains(builtIn[species], vaccination.text("vaccination_type")) {
				t.Errorf("vaccination %s: %s for a %s", id, vaccination.text("vaccination_type"), species)
			}
		}
	})
}

func TestNamesOfPetListsAreKnown(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		for id, pet := range f.index["pet"] {
			known := []string{}
			for _, kind := range kindsOf(pet.text("species")) {
				known = append(known, kind.breed)
			}
			breeds := pet.texts("breeds")
			for i, breed := range breeds {
				if breed == "" || !slices.Contains(known, breed) || slices.Contains(breeds[:i], breed) {
					t.Errorf("pet %s: breeds %s", id, strings.Join(breeds, " / "))
				}
			}
			if status := pet.text("secondary_pet_status"); status != "" && !slices.Contains(PetStatuses(), status) {
				t.Errorf("pet %s: secondary pet status %q", id, status)
			}
		}
	})
}
