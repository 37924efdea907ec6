package customerspets_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestCreatePetKeepsEveryKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.customer(`{"first_name": "Ann"}`)
	first, second, code, status := w.breed("dog", "Zzz Hound"), w.breed("dog", "Aaa Terrier"), w.colourCode(configlists.PetColour), w.status("Senior")
	body := `{"name": "Biscuit", "species": "dog", "breed_ids": ["` + first.ID.String() + `", "` + second.ID.String() + `"], "sex": "male", "altered": "yes",
		"birth_date": "2015-05-04", "birth_date_precision": "month", "status": "deceased", "deceased_on": "2026-01-02",
		"secondary_pet_status_id": "` + status.ID.String() + `", "weight": {"value": "12.50", "unit": "kg"}, "coat": "curly", "colour": "apricot",
		"markings": "bib", "microchip": "999000000012345", "vet": {"practice": "P", "name": null, "phone": null}, "feeding_instructions": "a",
		"medications": "b", "allergies": "c", "medical_notes": "d", "behaviour_notes": "e", "grooming_notes": "f", "alert": "g",
		"colour_code_ids": ["` + code.ID.String() + `"], "tags": ["x"], "external_id": "P-1"}`
	made := w.pet(owner.ID, body)
	read := testkit.Must[customerspets.Pet](t)(w.service.GetPet(w.ctx, w.account, owner.ID, made.ID))
	want := decode[map[string]any](t, body)
	want["breed"] = "Zzz Hound / Aaa Terrier"
	want["secondary_pet_status"] = map[string]any{"id": status.ID.String(), "name": "Senior"}
	want["customer_id"] = owner.ID.String()
	want["custom_fields"] = map[string]any{}
	wantKeys(t, "the pet", read, want)
	e := w.wantEvents(made.ID, customerspets.PetCreated)
	testkit.SameJSON(t, e.Data.Object["breed"], `"Zzz Hound / Aaa Terrier"`)
	testkit.SameJSON(t, e.Data.Object["secondary_pet_status"], read.SecondaryPetStatus)
	if found, err := w.service.FindPet(w.ctx, w.account, made.ID); err != nil || asJSON(t, found) != asJSON(t, read) {
		t.Errorf("found as %s (%v)", asJSON(t, found), err)
	}
}

func TestCreatePetNamesEveryFault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.customer(`{"first_name": "Ann"}`)
	cat, code := w.breed("cat", "Test Longhair"), w.colourCode(configlists.CustomerColour)
	tomorrow := clock.DayOf(clock.System(), time.UTC).Add(2)
	_, err := w.createPet(w.ctx, owner.ID, fmt.Sprintf(`{"name": "Rex", "species": "dog", "breed_ids": ["%s", "%s"], "birth_date": "%s",
		"deceased_on": "2026-01-01", "secondary_pet_status_id": "%s", "weight": {"value": "0.0"}, "colour_code_ids": ["%s"],
		"custom_fields": {"nobody": true}, "sex": null, "vet": {"phone": "none"}}`, cat.ID, ids.New(), tomorrow, ids.New(), code.ID))
	wantFaults(t, err, "breed_ids[0]", "breed_ids[1]", "birth_date", "deceased_on", "deceased_on", "secondary_pet_status_id", "weight.unit",
		"weight.value", "colour_code_ids[0]", "custom_fields.nobody", "sex", "vet.phone")
}

// Where a location moves to a time zone further west, what happened today happens tomorrow.
func TestDaysOfAPetAreJudgedInTheAccountsZoneUnlessTheyAreSentBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := func(zone string) clock.Day {
		moved := accounts.OperatorPatch{Timezone: patch.Of(zone)}
		testkit.Must[accounts.Account](t)(w.places.UpdateAsOperator(w.ctx, w.account, moved, patch.Precondition{}))
		return clock.DayOf(clock.System(), testkit.Must[*time.Location](t)(time.LoadLocation(zone)))
	}
	const body = `{"name": "Rex", "species": "dog", "birth_date": "%s", "status": "deceased", "deceased_on": "%[1]s", "coat": "%s"}`
	tomorrow := in("Pacific/Kiritimati")
	owner := w.customer(`{"first_name": "Ann"}`).ID
	wantFaults(t, second(w.createPet(w.ctx, owner, fmt.Sprintf(body, tomorrow.Add(1), "curly"))), "birth_date", "deceased_on")
	p := w.pet(owner, fmt.Sprintf(body, tomorrow, "curly"))
	in("Pacific/Pago_Pago")
	p = testkit.Must[customerspets.Pet](t)(w.updatePet(w.ctx, p, fmt.Sprintf(body, tomorrow, "clipped")))
	wantFaults(t, second(w.updatePet(w.ctx, p, fmt.Sprintf(body, tomorrow.Add(1), "curly"))), "birth_date", "deceased_on")
}

func TestDeceasedOnGoesWithDeceasedOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.pet(w.customer(`{"first_name": "Ann"}`).ID, `{"name": "Rex", "species": "dog", "birth_date": "2020-01-02"}`)
	wantFaults(t, second(w.updatePet(w.ctx, p, `{"deceased_on": "2026-01-01"}`)), "deceased_on")
	wantFaults(t, second(w.updatePet(w.ctx, p, `{"status": "deceased", "deceased_on": "2020-01-01"}`)), "deceased_on")
	wantFaults(t, second(w.updatePet(w.ctx, p, `{"status": "deceased", "deceased_on": "2999-01-01"}`)), "deceased_on")
	for _, day := range []string{"2020-01-02", "2026-01-01"} { // the first is its day of birth
		must(t, second(w.updatePet(w.ctx, p, `{"status": "deceased", "deceased_on": "`+day+`"}`)))
	}
	wantFaults(t, second(w.updatePet(w.ctx, p, `{"birth_date": "2026-01-02"}`)), "deceased_on")
	wantFaults(t, second(w.updatePet(w.ctx, p, `{"status": "active"}`)), "deceased_on")
	after, err := w.updatePet(w.ctx, p, `{"status": "active", "deceased_on": null}`)
	if err != nil || after.DeceasedOn != nil {
		t.Errorf("revived it is %s (%v)", asJSON(t, after), err)
	}
}

func TestChangePetMergesTheWeight(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.pet(w.customer(`{"first_name": "Ann"}`).ID, `{"name": "Rex", "species": "dog", "weight": {"value": "10", "unit": "lb"}}`)
	after, err := w.updatePet(w.ctx, p, `{"weight": {"value": "11.25"}}`)
	if err != nil || asJSON(t, after.Weight) != `{"value":"11.25","unit":"lb"}` {
		t.Errorf("the weight is %s (%v)", asJSON(t, after.Weight), err)
	}
	wantPrevious(t, w.wantEvents(p.ID, customerspets.PetCreated, customerspets.PetUpdated), `{"weight": {"value": "10", "unit": "lb"}}`)
	for _, heaviest := range []string{"20000", "20000.0", "20000.000"} {
		if _, err := w.updatePet(w.ctx, p, `{"weight": {"value": "`+heaviest+`"}}`); err != nil {
			t.Errorf("%s: %v", heaviest, err)
		}
	}
	for _, body := range []string{`{"weight": {"value": null}}`, `{"weight": {"unit": null}}`, `{"weight": {"value": "20000.1"}}`, `{"weight": {"value": "20001"}}`, `{"weight": {"value": "0"}}`} {
		if _, err := w.updatePet(w.ctx, p, body); !apperr.Is(err, apperr.Invalid) {
			t.Errorf("%s ends with %v", body, err)
		}
	}
	if after, err = w.updatePet(w.ctx, p, `{"weight": null}`); err != nil || after.Weight.Get() != nil {
		t.Errorf("cleared it is %s (%v)", asJSON(t, after.Weight), err)
	}
}

func TestANewSpeciesNeedsBreedsOfThatSpecies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dog, cat := w.breed("dog", "Test Hound"), w.breed("cat", "Test Longhair")
	p := w.pet(w.customer(`{"first_name": "Ann"}`).ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+dog.ID.String()+`"]}`)
	for _, body := range []string{`{"species": "cat"}`, `{"species": "cat", "breed_ids": ["` + dog.ID.String() + `"]}`} {
		wantFaults(t, second(w.updatePet(w.ctx, p, body)), "breed_ids[0]")
	}
	wantFaults(t, second(w.updatePet(w.ctx, p, `{"breed_ids": ["`+cat.ID.String()+`"]}`)), "breed_ids[0]")
	after, err := w.updatePet(w.ctx, p, `{"species": "cat", "breed_ids": ["`+cat.ID.String()+`"]}`)
	if err != nil || text(after.Breed) != "Test Longhair" {
		t.Errorf("it is %s (%v)", asJSON(t, after), err)
	}
	after, err = w.updatePet(w.ctx, p, `{"breed_ids": null}`)
	if err != nil || after.Breed != nil || asJSON(t, after.BreedIDs) != "[]" {
		t.Errorf("without breeds it is %s (%v)", asJSON(t, after), err)
	}
	if after, err = w.updatePet(w.ctx, p, `{"species": "dog"}`); err != nil || after.Species != "dog" {
		t.Errorf("a dog again it is %s (%v)", asJSON(t, after), err)
	}
	// A breed that went to another species meanwhile stays, until the pet's species or breeds change.
	before := testkit.Must[customerspets.Pet](t)(w.updatePet(w.ctx, p, `{"breed_ids": ["`+dog.ID.String()+`"]}`))
	must(t, second(w.lists.UpdateBreed(w.ctx, w.account, dog.ID, configlists.BreedPatch{Species: patch.Of("cat")}, patch.Precondition{})))
	if after, err = w.updatePet(w.ctx, p, `{"species": "dog", "alert": "x"}`); err != nil || after.Version != before.Version+1 {
		t.Errorf("a change that leaves the species alone makes %s (%v)", asJSON(t, after), err)
	}
}

func TestASecondaryStatusMayDangle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, status := w.customer(`{"first_name": "Ann"}`), w.status("Senior")
	p := w.pet(owner.ID, `{"name": "Rex", "species": "dog", "secondary_pet_status_id": "`+status.ID.String()+`"}`)
	must(t, w.lists.DeleteSecondaryPetStatus(w.ctx, w.account, status.ID, patch.Precondition{}))
	after, err := w.service.GetPet(w.ctx, w.account, owner.ID, p.ID)
	if err != nil || after.SecondaryPetStatus != nil || *after.SecondaryPetStatusID != status.ID {
		t.Errorf("it is %s (%v)", asJSON(t, after), err)
	}
	w.wantEvents(p.ID, customerspets.PetCreated)
	if after, err = w.updatePet(w.ctx, p, `{"alert": "x"}`); err != nil || *after.SecondaryPetStatusID != status.ID {
		t.Errorf("changed in another key it is %s (%v)", asJSON(t, after), err)
	}
	if after, err = w.updatePet(w.ctx, p, `{"secondary_pet_status_id": "`+status.ID.String()+`"}`); err != nil || after.Version != 2 {
		t.Errorf("sent back as it is it is %s (%v)", asJSON(t, after), err)
	}
	_, err = w.updatePet(w.ctx, w.pet(owner.ID, `{"name": "Max", "species": "dog"}`), `{"secondary_pet_status_id": "`+status.ID.String()+`"}`)
	wantFaults(t, err, "secondary_pet_status_id")
}

func TestAPetIsFoundUnderItsOwnerOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other := w.customer(`{"first_name": "Ann"}`), w.customer(`{"first_name": "Bea"}`)
	p := w.pet(owner.ID, `{"name": "Rex", "species": "dog"}`)
	change := decode[customerspets.PetPatch](t, `{"alert": "x"}`)
	for what, err := range map[string]error{
		"under another customer": second(w.service.GetPet(w.ctx, w.account, other.ID, p.ID)),
		"changed there":          second(w.service.UpdatePet(w.ctx, w.account, other.ID, p.ID, change, patch.Precondition{})),
		"a pet of nobody":        second(w.createPet(w.ctx, ids.New(), `{"name": "Rex", "species": "dog"}`)),
		"a faulty pet of nobody": second(w.createPet(w.ctx, ids.New(), `{"name": "Rex", "species": "dog", "weight": {}}`)),
		"the pets of nobody":     second(w.service.ListPets(w.ctx, w.account, ids.New(), customerspets.PetFilter{}, onePage)),
		"in another account":     second(w.service.FindPet(w.ctx, ids.New(), p.ID)),
	} {
		if !apperr.Is(err, apperr.NotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// What the form hides from customers does not show in what is wrong with their changes either.
func TestFaultsDoNotTellCustomersWhatIsHidden(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann"}`)
	breed := w.breed("dog", "Poodle")
	p := w.pet(c.ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+breed.ID.String()+`"], "status": "deceased", "deceased_on": "2024-01-01"}`)
	hidden := `{"key": "breed_ids", "visible_to_customer": %t}, {"key": "deceased_on", "visible_to_customer": %[1]t}`
	for body, fault := range map[string]string{`{"species": "cat"}`: "breed_ids[0]", `{"birth_date": "2024-01-02"}`: "deceased_on"} {
		for isShown, want := range map[bool]string{true: fault, false: ""} {
			w.standard(configlists.PetForm, fmt.Sprintf(hidden, isShown))
			_, err := w.updatePet(w.as(c.ID), p, body)
			wantFaults(t, err, want)
			if text := fmt.Sprint(err); !isShown && (strings.Contains(text, "deceased") || strings.Contains(text, "dog") || strings.Contains(text, "breed")) {
				t.Errorf("%s: %s", body, text)
			}
			wantFaults(t, second(w.updatePet(w.ctx, p, body)), fault)
		}
	}
}
