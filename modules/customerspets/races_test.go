package customerspets_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// atOnce runs all of them at the same time.
func atOnce(n int, do func(i int)) {
	var start, done sync.WaitGroup
	start.Add(1)
	for i := range n {
		done.Go(func() {
			start.Wait()
			do(i)
		})
	}
	start.Done()
	done.Wait()
}

func TestTwoLoginsWithOneEmailAtOnceAreOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var made, refused atomic.Int64
	atOnce(2, func(i int) {
		_, err := w.create(w.ctx, fmt.Sprintf(`{"first_name": "%d", "email": "same@example.com", "password": "%s"}`, i, secret))
		switch {
		case err == nil:
			made.Add(1)
		case apperr.Is(err, apperr.Conflict):
			refused.Add(1)
		default:
			t.Error(err)
		}
	})
	if made.Load() != 1 || refused.Load() != 1 {
		t.Errorf("%d were made and %d refused", made.Load(), refused.Load())
	}
}

// afterWaitingFor runs first in a transaction, and commits it when second waits for it.
func (w *world) afterWaitingFor(ctx context.Context, first, second func(ctx context.Context) error) (firstErr, secondErr error) {
	w.Helper()
	var done <-chan error
	firstErr = w.run.InTx(ctx, func(ctx context.Context) error {
		if err := first(ctx); err != nil {
			return err
		}
		done = w.Blocks(ctx, func() error { return second(w.ctx) })
		return nil
	})
	if done != nil {
		secondErr = <-done
	}
	return firstErr, secondErr
}

// The version that a customer names is compared with what it is shown, and once more when the record is locked.
func TestCustomerThatWaitsForStaffLosesNoUpdate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.standard(configlists.CustomerForm, `{"key": "first_name", "visible_to_customer": true, "editable_by_customer": true}`)
	c := w.customer(`{"first_name": "Ann"}`)
	byStaff := func(ctx context.Context) error { return second(w.change(ctx, c.ID, `{"first_name": "Anne"}`)) }
	changed, refused := w.afterWaitingFor(w.ctx, byStaff, func(context.Context) error {
		change := decode[customerspets.CustomerPatch](t, `{"first_name": "Anna"}`)
		return second(w.service.UpdateCustomer(w.as(c.ID), w.account, c.ID, change, patch.IfMatch([]int64{1})))
	})
	if changed != nil || !apperr.Is(refused, apperr.VersionMismatch) {
		t.Errorf("the change ended with %v, that of the customer with %v", changed, refused)
	}
}

func TestDeletedBreedRaceLeavesNoDeadID(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.customer(`{"first_name": "Ann"}`)
	a, b := w.breed("dog", "Test Hound"), w.breed("dog", "Other Terrier")
	p := w.pet(owner.ID, `{"name": "Rex", "species": "dog"}`)
	give := func(b configlists.Breed) func(context.Context) error {
		return func(ctx context.Context) error {
			return second(w.updatePet(ctx, p, `{"breed_ids": ["`+b.ID.String()+`"]}`))
		}
	}
	drop := func(b configlists.Breed) func(context.Context) error {
		return func(ctx context.Context) error {
			return w.lists.DeleteBreed(ctx, w.account, b.ID, patch.Precondition{})
		}
	}
	// The pet is written first: the deletion waits and takes the breed off again.
	if wrote, dropped := w.afterWaitingFor(w.ctx, give(a), drop(a)); wrote != nil || dropped != nil {
		t.Fatalf("writing ended with %v, deleting with %v", wrote, dropped)
	}
	after, err := w.service.FindPet(w.ctx, w.account, p.ID)
	if err != nil || asJSON(t, after.BreedIDs) != "[]" || after.Breed != nil {
		t.Errorf("the pet is %s (%v)", asJSON(t, after), err)
	}
	// The deletion comes first: the pet's writer waits and finds no such breed.
	dropped, wrote := w.afterWaitingFor(w.ctx, drop(b), give(b))
	if dropped != nil {
		t.Fatalf("deleting ended with %v", dropped)
	}
	wantFaults(t, wrote, "breed_ids[0]")
}

func TestRenamedBreedRaceLeavesNoOldName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, a := w.customer(`{"first_name": "Ann"}`), w.breed("dog", "Test Hound")
	create := func(ctx context.Context) error {
		return second(w.createPet(ctx, owner.ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+a.ID.String()+`"]}`))
	}
	rename := func(name string) func(ctx context.Context) error {
		return func(ctx context.Context) error {
			return second(w.lists.UpdateBreed(ctx, w.account, a.ID, configlists.BreedPatch{Name: patch.Of(name)}, patch.Precondition{}))
		}
	}
	if wrote, renamed := w.afterWaitingFor(w.ctx, create, rename("First")); wrote != nil || renamed != nil {
		t.Fatalf("creating ended with %v, renaming with %v", wrote, renamed)
	}
	if renamed, wrote := w.afterWaitingFor(w.ctx, rename("Second"), create); wrote != nil || renamed != nil {
		t.Fatalf("creating ended with %v, renaming with %v", wrote, renamed)
	}
	list, err := w.service.ListPets(w.ctx, w.account, owner.ID, customerspets.PetFilter{}, onePage)
	if err != nil || len(list.Items) != 2 {
		t.Fatalf("there are %d pets (%v)", len(list.Items), err)
	}
	for _, p := range list.Items {
		if text(p.Breed) != "Second" {
			t.Errorf("a pet is %s", text(p.Breed))
		}
	}
}

// A line names what it means. What has gone or was renamed since the name was looked up is not written.
func TestImportBesideChangesOfListsWritesWhatIsThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, b, status := w.breed("dog", "Test Hound"), w.breed("dog", "Other Terrier"), w.status("Senior")
	code, petCode := w.colourCode(configlists.CustomerColour), w.colourCode(configlists.PetColour)
	must(t, w.load(`{"type": "customer", "external_id": "C-1", "first_name": "Ann"}`))
	pet := `{"type": "pet", "external_id": "P-1", "customer": "C-1", "name": "Rex", "species": "dog", `
	for _, c := range []struct {
		first func(ctx context.Context) error
		line  string
		fault string
	}{
		{func(ctx context.Context) error {
			return w.lists.DeleteBreed(ctx, w.account, a.ID, patch.Precondition{})
		}, pet + `"breeds": ["Test Hound"]}`, "breeds[0]"},
		{func(ctx context.Context) error {
			return w.lists.DeleteSecondaryPetStatus(ctx, w.account, status.ID, patch.Precondition{})
		}, pet + `"secondary_pet_status": "Senior"}`, "secondary_pet_status"},
		{func(ctx context.Context) error {
			return w.lists.DeleteColourCode(ctx, w.account, petCode.ID, patch.Precondition{})
		}, pet + `"colour_codes": [1]}`, "colour_codes[0]"},
		{func(ctx context.Context) error {
			return w.lists.DeleteColourCode(ctx, w.account, code.ID, patch.Precondition{})
		}, `{"type": "customer", "external_id": "C-2", "first_name": "Bea", "colour_codes": [1]}`, "colour_codes[0]"},
	} {
		changed, loaded := w.afterWaitingFor(w.ctx, c.first, func(context.Context) error { return w.load(c.line) })
		if changed != nil {
			t.Fatal(changed)
		}
		wantLineFaults(t, loaded, "1: "+c.fault)
	}
	rename := func(ctx context.Context) error {
		_, err := w.lists.UpdateBreed(ctx, w.account, b.ID, configlists.BreedPatch{Name: patch.Of("New Terrier")}, patch.Precondition{})
		return err
	}
	changed, loaded := w.afterWaitingFor(w.ctx, rename, func(context.Context) error { return w.load(pet + `"breeds": ["Other Terrier"]}`) })
	if changed != nil || loaded != nil {
		t.Fatalf("renaming ended with %v, the import with %v", changed, loaded)
	}
	list, err := w.service.ListAccountPets(w.ctx, w.account, customerspets.PetFilter{Breed: b.ID}, onePage)
	if err != nil || len(list.Items) != 1 || text(list.Items[0].Breed) != "New Terrier" {
		t.Errorf("the pets are %s (%v)", asJSON(t, list.Items), err)
	}
}

func TestTwoRenamesAtOnceBothReachThePet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, a, b := w.customer(`{"first_name": "Ann"}`), w.breed("dog", "A0"), w.breed("dog", "B0")
	p := w.pet(owner.ID, `{"name": "Rex", "species": "dog", "breed_ids": ["`+a.ID.String()+`", "`+b.ID.String()+`"]}`)
	for round := range 5 {
		atOnce(2, func(i int) {
			name := fmt.Sprintf("%s%d", []string{"A", "B"}[i], round+1)
			change := configlists.BreedPatch{Name: patch.Of(name)}
			if _, err := w.lists.UpdateBreed(w.ctx, w.account, []configlists.Breed{a, b}[i].ID, change, patch.Precondition{}); err != nil {
				t.Error(err)
			}
		})
		after, err := w.service.FindPet(w.ctx, w.account, p.ID)
		if want := fmt.Sprintf("A%d / B%d", round+1, round+1); err != nil || text(after.Breed) != want {
			t.Fatalf("the pet is %s (%v), want %s", text(after.Breed), err, want)
		}
	}
}

func TestFieldRemovedRaceLeavesNoValue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.field(configlists.CustomerForm, diet)
	write := func(ctx context.Context) error {
		return second(w.create(ctx, `{"first_name": "Ann", "custom_fields": {"diet": "raw"}}`))
	}
	remove := func(ctx context.Context) error {
		return w.lists.DeleteField(ctx, w.account, configlists.CustomerForm, f.ID, patch.Precondition{}, false)
	}
	wrote, removed := w.afterWaitingFor(w.ctx, write, remove)
	if wrote != nil {
		t.Fatal(wrote)
	}
	testkit.WantKind(t, removed, apperr.Conflict, "in_use")
}

// To refuse, the records need not be held: whoever changes one goes on meanwhile.
func TestAFieldInUseIsRefusedWithoutWaitingForRecords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.field(configlists.PetForm, diet)
	owner := w.customer(`{"first_name": "Ann"}`)
	p := w.pet(owner.ID, `{"name": "Rex", "species": "dog", "custom_fields": {"diet": "raw"}}`)
	for what, refused := range map[string]func(context.Context) error{
		"field": func(ctx context.Context) error {
			return w.lists.DeleteField(ctx, w.account, configlists.PetForm, f.ID, patch.Precondition{}, false)
		},
		"option": func(ctx context.Context) error {
			change := decode[configlists.FieldPatch](t, `{"options": [{"value": "dry", "label": "Dry"}]}`)
			return second(w.lists.UpdateField(ctx, w.account, configlists.PetForm, f.ID, change, patch.Precondition{}, false))
		},
	} {
		if err := w.run.InTx(w.ctx, func(ctx context.Context) error {
			if err := w.db.In(ctx).Exec("select from customerspets.pets where account_id = ? and id = ? for update", w.account, p.ID).Error; err != nil {
				return err
			}
			soon, cancel := context.WithTimeout(w.ctx, 10*time.Second)
			defer cancel()
			if e := testkit.WantKind(t, refused(soon), apperr.Conflict, "in_use"); e.Count != 1 {
				t.Errorf("%s: %d records are counted", what, e.Count)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// A form that is sent twice makes two customers; the second answer names the first one, which is in a transaction that goes on.
func TestCustomersCreatedAtOnceWhoAreAlikeAreTold(t *testing.T) {
	t.Parallel()
	alone := func(ctx context.Context, create func(context.Context) error) error { return create(ctx) }
	for _, both := range []string{`"email": "ann@example.com"`, `"phones": [{"number": "+447700900123"}, {"number": "+447700900124"}]`} {
		for _, inTx := range []bool{false, true} {
			w := newWorld(t)
			w.customer(`{"first_name": "Bea"}`) // now the form is known, and the transactions send nothing before their commits
			second := alone
			if inTx {
				second = w.db.InTx
			}
			var alike []uuid.UUID
			var first customerspets.Customer
			create := func(ctx context.Context) (c customerspets.Customer, found []uuid.UUID, err error) {
				return w.service.CreateCustomer(ctx, w.account, decode[customerspets.CustomerPatch](t, `{"first_name": "Ann", `+both+`}`))
			}
			before, after := w.afterWaitingFor(w.ctx, func(ctx context.Context) (err error) {
				first, _, err = create(ctx)
				return err
			}, func(ctx context.Context) error {
				return second(ctx, func(ctx context.Context) (err error) {
					_, alike, err = create(ctx)
					return err
				})
			})
			if before != nil || after != nil || !slices.Equal(alike, []uuid.UUID{first.ID}) {
				t.Errorf("with the same %s: %v, %v, %v is like %v", both, before, after, first.ID, alike)
			}
		}
	}
}

func TestOfManyCustomersCreatedAtOnceEachPairIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	alone := func(ctx context.Context, create func(context.Context) error) error { return create(ctx) }
	for how, in := range map[string]func(context.Context, func(context.Context) error) error{
		"alone": alone, "in a transaction": w.db.InTx, "with an Idempotency-Key": w.db.InOuterTx,
	} {
		w.open()
		var ids [12]uuid.UUID
		var alike [12][]uuid.UUID
		var all sync.WaitGroup
		for i := range ids {
			all.Go(func() {
				err := in(w.ctx, func(ctx context.Context) error {
					c, found, err := w.service.CreateCustomer(ctx, w.account, decode[customerspets.CustomerPatch](t,
						`{"first_name": "Ann", "phones": [{"number": "+447700900123"}]}`))
					ids[i], alike[i] = c.ID, found
					return err
				})
				if err != nil {
					t.Errorf("%s: %v", how, err)
				}
			})
		}
		all.Wait()
		for i := range ids {
			for k := range i {
				if !slices.Contains(alike[i], ids[k]) && !slices.Contains(alike[k], ids[i]) {
					t.Errorf("%s: nobody was told that %v and %v are alike", how, ids[i], ids[k])
				}
			}
		}
	}
}

func TestACustomerIsCreatedThoughOthersCannotBeLookedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	draft := decode[customerspets.CustomerPatch](t, `{"first_name": "Ann", "phones": [{"number": "+447700900123"}]}`)
	err := w.db.InTx(w.ctx, func(ctx context.Context) error {
		if _, _, err := w.service.CreateCustomer(ctx, w.account, draft); err != nil {
			return err
		}
		create := func(ctx context.Context) error { // it waits for the other one
			c, alike, err := w.service.CreateCustomer(ctx, w.account, draft)
			if len(alike) > 0 {
				t.Errorf("%v is like %v", c.ID, alike)
			}
			return err
		}
		tired := func(create func(context.Context) error) error { // of the wait
			waiting, cancel := context.WithCancel(w.ctx)
			ended := w.Blocks(ctx, func() error { return create(waiting) })
			cancel()
			return <-ended
		}
		if err := tired(create); err != nil {
			t.Error(err)
		}
		if err := tired(func(ctx context.Context) error { return w.db.InOuterTx(ctx, create) }); err == nil {
			t.Error("a transaction in which they cannot be looked for is committed")
		}
		return nil
	})
	if n := len(w.page(customerspets.CustomerQuery{})); err != nil || n != 2 {
		t.Errorf("there are %d customers, %v", n, err)
	}
}

// A search text holds names of other records. Whoever comes second writes what both have written.
func TestAPetAddedWhileItsOwnerIsRenamedIsFoundByTheNewName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.customer(`{"first_name": "Ann"}`)
	add := func(name string) func(context.Context) error {
		return func(ctx context.Context) error {
			return second(w.createPet(ctx, owner.ID, `{"name": "`+name+`", "species": "dog"}`))
		}
	}
	rename := func(name string) func(context.Context) error {
		return func(ctx context.Context) error { return second(w.change(ctx, owner.ID, `{"first_name": "`+name+`"}`)) }
	}
	if renamed, added := w.afterWaitingFor(w.ctx, rename("Bea"), add("Rex")); renamed != nil || added != nil {
		t.Fatal(renamed, added)
	}
	if added, renamed := w.afterWaitingFor(w.ctx, add("Tom"), rename("Cleo")); renamed != nil || added != nil {
		t.Fatal(added, renamed)
	}
	if found := w.petsFound("cleo"); !slices.Equal(found, []string{"Rex", "Tom"}) {
		t.Errorf("the pets of Cleo are %v", found)
	}
	if found := append(w.petsFound("ann"), w.petsFound("bea")...); len(found) > 0 {
		t.Errorf("by names of before, %v are found", found)
	}
	if found := w.customersFound("cleo tom rex"); !slices.Equal(found, []string{"Cleo"}) {
		t.Errorf("%v have Tom and Rex", found)
	}
}
