package configlists_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/patch"
)

func ignore[T any](_ T, err error) error { return err }

// Each call of what an operation needs fails once: the operation fails with it and leaves no event behind.
func TestOperationsFailWithWhateverFailsInThem(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	breed, doomedBreed, status, doomedStatus := d.breed("A", "dog"), d.breed("B", "dog"), d.status("A"), d.status("B")
	colour, doomedColour := d.colourCode(pets, nil), d.colourCode(pets, nil)
	a, b := d.field(petForm, configlists.FieldCreate{Type: configlists.Select, Label: "A", Options: choice("x", "y")}), d.field(petForm, textField("B"))
	doomed := d.field(customerForm, textField("C"))
	page := paging.Request{Limit: 5}
	for _, op := range []struct {
		what string
		run  func(ctx context.Context) error
	}{
		{"create breed", func(ctx context.Context) error {
			return ignore(d.CreateBreed(ctx, d.account, configlists.BreedCreate{Name: "New", Species: "dog"}))
		}},
		{"change breed", func(ctx context.Context) error {
			return ignore(d.UpdateBreed(ctx, d.account, breed.ID, configlists.BreedPatch{Name: patch.Of("Other")}, patch.Precondition{}))
		}},
		{"delete breed", func(ctx context.Context) error {
			return d.DeleteBreed(ctx, d.account, doomedBreed.ID, patch.Precondition{})
		}},
		{"find breeds", func(ctx context.Context) error {
			return ignore(d.BreedsByName(ctx, d.account, "dog", []string{"Pug"}))
		}},
		{"create status", func(ctx context.Context) error {
			return ignore(d.CreateSecondaryPetStatus(ctx, d.account, configlists.SecondaryPetStatusCreate{Name: "New"}))
		}},
		{"change status", func(ctx context.Context) error {
			return ignore(d.UpdateSecondaryPetStatus(ctx, d.account, status.ID, configlists.SecondaryPetStatusPatch{Name: patch.Of("Other")}, patch.Precondition{}))
		}},
		{"delete status", func(ctx context.Context) error {
			return d.DeleteSecondaryPetStatus(ctx, d.account, doomedStatus.ID, patch.Precondition{})
		}},
		{"next number", func(ctx context.Context) error { return ignore(d.NextNumber(ctx, d.account, pets)) }},
		{"create colour code", func(ctx context.Context) error { return ignore(d.CreateColourCode(ctx, d.account, code(pets, nil))) }},
		{"change colour code", func(ctx context.Context) error {
			return ignore(d.UpdateColourCode(ctx, d.account, colour.ID, configlists.ColourCodePatch{Number: patch.Of(77)}, patch.Precondition{}))
		}},
		{"delete colour code", func(ctx context.Context) error {
			return d.DeleteColourCode(ctx, d.account, doomedColour.ID, patch.Precondition{})
		}},
		{"create field", func(ctx context.Context) error {
			return ignore(d.CreateField(ctx, d.account, customerForm, textField("New")))
		}},
		{"change field", func(ctx context.Context) error {
			return ignore(d.UpdateField(ctx, d.account, petForm, a.ID, configlists.FieldPatch{Options: patch.Of(choice("x"))}, patch.Precondition{}, true))
		}},
		{"delete field", func(ctx context.Context) error {
			return d.DeleteField(ctx, d.account, customerForm, doomed.ID, patch.Precondition{}, true)
		}},
		{"change standard fields", func(ctx context.Context) error {
			return ignore(d.UpdateStandardFields(ctx, d.account, petForm, configlists.StandardFieldChanges{Fields: []configlists.StandardFieldPatch{
				{Key: "coat", Required: patch.Of(true)}}}))
		}},
		{"reorder fields", func(ctx context.Context) error {
			return ignore(d.ReorderFields(ctx, d.account, petForm, configlists.NewFieldOrder{IDs: []uuid.UUID{b.ID, a.ID}}))
		}},
		{"hold form", func(ctx context.Context) error { return ignore(d.FormForShare(ctx, d.account, petForm)) }},
		{"list fields", func(ctx context.Context) error { return ignore(d.ListFields(ctx, d.account, petForm, "", page)) }},
		{"read field", func(ctx context.Context) error { return ignore(d.CustomField(ctx, d.account, petForm, a.ID)) }},
	} {
		before := len(d.events())
		calls := 0
		for {
			f := d.blowing(calls + 1)
			err := d.db.InTx(t.Context(), op.run)
			if f.left > 0 {
				if err != nil {
					t.Errorf("%s: %v", op.what, err)
				}
				break
			}
			calls++
			if !errors.Is(err, errBlown) {
				t.Errorf("%s, call %d fails: got %v", op.what, calls, err)
			}
			if got := len(d.events()); got != before {
				t.Errorf("%s, call %d fails: %d events", op.what, calls, got-before)
			}
		}
		if calls == 0 {
			t.Errorf("%s calls nothing that can fail", op.what)
		}
	}
}

func TestMasterListIsLoadedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 5; n++ { // there is a list? lock, and now? insert, record
		d := newDesk(t)
		d.blowing(n)
		if _, err := d.BreedsByName(t.Context(), d.account, "dog", []string{"Pug"}); !errors.Is(err, errBlown) {
			t.Errorf("call %d fails: got %v", n, err)
		}
		if got := len(d.breeds(200, configlists.BreedFilter{})); got != 0 || len(d.events()) != 0 {
			t.Errorf("call %d fails: %d breeds, %d events", n, got, len(d.events()))
		}
		d.blowing(n)
		if _, err := d.CreateBreed(t.Context(), d.account, configlists.BreedCreate{Name: "New", Species: "dog"}); !errors.Is(err, errBlown) {
			t.Errorf("call %d of a first breed fails: got %v", n, err)
		}
	}
}
