package customerspets_test

import (
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
)

var onePage = paging.Request{Limit: 200}

func TestRenamingABreedRewritesPets(t *testing.T) {
	t.Parallel()
	w, elsewhere := newWorld(t), newWorld(t)
	a, b := w.breed("dog", "Test / Hound"), w.breed("dog", "Other Terrier")
	owner, status := w.customer(`{"first_name": "Ann"}`), w.status("Senior")
	both := w.pet(owner.ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+b.ID.String()+`", "`+a.ID.String()+`"], "secondary_pet_status_id": "`+status.ID.String()+`"}`)
	untouched := w.pet(owner.ID, `{"name": "Tom", "species": "dog", "breed_ids": ["`+b.ID.String()+`"]}`)
	foreign := elsewhere.pet(elsewhere.customer(`{"first_name": "Bea"}`).ID, `{"name": "Fay", "species": "dog"}`)
	must(t, second(w.lists.UpdateBreed(w.ctx, w.account, a.ID, configlists.BreedPatch{Name: patch.Of("New Hound")}, patch.Precondition{})))
	after, err := w.service.FindPet(w.ctx, w.account, both.ID)
	if err != nil || text(after.Breed) != "Other Terrier / New Hound" || after.Version != 2 || !after.UpdatedAt.After(both.UpdatedAt) {
		t.Errorf("the pet is %s (%v)", asJSON(t, after), err)
	}
	e := w.wantEvents(both.ID, customerspets.PetCreated, customerspets.PetUpdated)
	wantPrevious(t, e, `{"breed": "Other Terrier / Test / Hound"}`)
	if string(e.Data.Object["secondary_pet_status"]) == "null" {
		t.Error("the event does not name the secondary status")
	}
	w.wantEvents(untouched.ID, customerspets.PetCreated)
	elsewhere.wantEvents(foreign.ID, customerspets.PetCreated)
	// The rename of the other one still knows the new name.
	if _, err := w.lists.UpdateBreed(w.ctx, w.account, b.ID, configlists.BreedPatch{Name: patch.Of("New Terrier")}, patch.Precondition{}); err != nil {
		t.Fatal(err)
	}
	if after, err = w.service.FindPet(w.ctx, w.account, both.ID); err != nil || text(after.Breed) != "New Terrier / New Hound" {
		t.Errorf("the pet is %s (%v)", asJSON(t, after), err)
	}
}

func TestDeleteBreedRewritesPets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, b := w.breed("dog", "Test Hound"), w.breed("dog", "Other Terrier")
	owner := w.customer(`{"first_name": "Ann"}`)
	both := w.pet(owner.ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+a.ID.String()+`", "`+b.ID.String()+`"]}`)
	one := w.pet(owner.ID, `{"name": "Tom", "species": "dog", "breed_ids": ["`+a.ID.String()+`"]}`)
	must(t, w.lists.DeleteBreed(w.ctx, w.account, a.ID, patch.Precondition{}))
	after, err := w.service.FindPet(w.ctx, w.account, both.ID)
	if err != nil || text(after.Breed) != "Other Terrier" || idList(after.BreedIDs) != b.ID.String() || after.Version != 2 {
		t.Errorf("the pet is %s (%v)", asJSON(t, after), err)
	}
	if after, err = w.service.FindPet(w.ctx, w.account, one.ID); err != nil || after.Breed != nil || asJSON(t, after.BreedIDs) != "[]" {
		t.Errorf("the pet is %s (%v)", asJSON(t, after), err)
	}
	wantPrevious(t, w.wantEvents(one.ID, customerspets.PetCreated, customerspets.PetUpdated), `{"breed": "Test Hound", "breed_ids": ["`+a.ID.String()+`"]}`)
}

func TestDeleteColourCodeTakesItOffPetsOrCustomers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	forPets, forCustomers, kept := w.colourCode(configlists.PetColour), w.colourCode(configlists.CustomerColour), w.colourCode(configlists.CustomerColour)
	c := w.customer(`{"first_name": "Ann", "colour_code_ids": ["` + kept.ID.String() + `", "` + forCustomers.ID.String() + `"]}`)
	p := w.pet(c.ID, `{"name": "Rex", "species": "dog", "colour_code_ids": ["`+forPets.ID.String()+`"]}`)
	must(t, w.lists.DeleteColourCode(w.ctx, w.account, forPets.ID, patch.Precondition{}))
	wantPrevious(t, w.wantEvents(p.ID, customerspets.PetCreated, customerspets.PetUpdated), `{"colour_code_ids": ["`+forPets.ID.String()+`"]}`)
	w.wantEvents(c.ID, customerspets.CustomerCreated)
	must(t, w.lists.DeleteColourCode(w.ctx, w.account, forCustomers.ID, patch.Precondition{}))
	wantPrevious(t, w.wantEvents(c.ID, customerspets.CustomerCreated, customerspets.CustomerUpdated), `{"colour_code_ids": `+asJSON(t, c.ColourCodeIDs)+`}`)
	after, err := w.service.GetCustomer(w.ctx, w.account, c.ID)
	if err != nil || idList(after.ColourCodeIDs) != kept.ID.String() || after.Version != 2 {
		t.Errorf("the customer is %s (%v)", asJSON(t, after), err)
	}
	if n := len(w.page(customerspets.CustomerQuery{ColourCode: forCustomers.ID})); n != 0 {
		t.Errorf("the list by the code still has %d", n)
	}
	if n := len(w.page(customerspets.CustomerQuery{ColourCode: kept.ID})); n != 1 {
		t.Errorf("the list by the other code has %d", n)
	}
}
