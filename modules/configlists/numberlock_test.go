package configlists_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestRenumberingWaitsForWhoeverTakesTheNextNumber(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.colourCode(pets, nil)
	var done <-chan error
	err := d.db.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := d.CreateColourCode(ctx, d.account, code(pets, nil)); err != nil {
			return err
		}
		// A new name needs no number, and the numbers of the other type are others.
		_, err := d.UpdateColourCode(context.Background(), d.account, c.ID, configlists.ColourCodePatch{Name: patch.Of("Other")}, patch.Precondition{})
		if err != nil {
			return err
		}
		if _, err := d.CreateColourCode(context.Background(), d.account, code(customers, nil)); err != nil {
			return err
		}
		done = d.kit.Blocks(ctx, func() error {
			_, err := d.UpdateColourCode(context.Background(), d.account, c.ID, configlists.ColourCodePatch{Number: patch.Of(3)}, patch.Precondition{})
			return err
		})
		third, err := d.CreateColourCode(ctx, d.account, code(pets, nil))
		if err == nil && third.Number != 3 {
			t.Errorf("the next number is %d", third.Number)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-done; !errors.Is(err, configlists.ErrNumberTaken) {
		t.Errorf("got %v, want a duplicate", err)
	}
}

func TestASingleRecordIsFoundToo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	b, s, c := d.breed("A", "dog"), d.status("A"), d.colourCode(pets, nil)
	ctx := t.Context()
	wantSame(t, "breed", map[uuid.UUID]configlists.Breed{b.ID: b}, testkit.Must[map[uuid.UUID]configlists.Breed](t)(d.BreedsForShare(ctx, d.account, []uuid.UUID{b.ID})))
	wantSame(t, "breed by name", map[string]configlists.Breed{"a": b}, testkit.Must[map[string]configlists.Breed](t)(d.BreedsByName(ctx, d.account, "dog", []string{"A"})))
	wantSame(t, "status", map[uuid.UUID]configlists.SecondaryPetStatus{s.ID: s},
		testkit.Must[map[uuid.UUID]configlists.SecondaryPetStatus](t)(d.SecondaryPetStatusesForShare(ctx, d.account, []uuid.UUID{s.ID})))
	wantSame(t, "status by id", map[uuid.UUID]configlists.SecondaryPetStatus{s.ID: s},
		testkit.Must[map[uuid.UUID]configlists.SecondaryPetStatus](t)(d.SecondaryPetStatuses(ctx, d.account, []uuid.UUID{s.ID})))
	wantSame(t, "status by name", map[string]configlists.SecondaryPetStatus{"a": s},
		testkit.Must[map[string]configlists.SecondaryPetStatus](t)(d.SecondaryPetStatusesByName(ctx, d.account, []string{"A"})))
	wantSame(t, "colour code", map[uuid.UUID]configlists.ColourCode{c.ID: c},
		testkit.Must[map[uuid.UUID]configlists.ColourCode](t)(d.ColourCodesForShare(ctx, d.account, pets, []uuid.UUID{c.ID})))
	wantSame(t, "colour code by number", map[int]configlists.ColourCode{1: c},
		testkit.Must[map[int]configlists.ColourCode](t)(d.ColourCodesByNumber(ctx, d.account, pets, []int{1})))
	wantSame(t, "next number", configlists.NextNumber{Type: pets, Number: 2}, testkit.Must[configlists.NextNumber](t)(d.GetNextNumber(ctx, d.account, pets)))
}

func TestStandardFieldIsShownToCustomersWhenStaffSaySo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	after := testkit.Must[[]configlists.Field](t)(d.UpdateStandardFields(t.Context(), d.account, petForm, configlists.StandardFieldChanges{
		Fields: []configlists.StandardFieldPatch{{Key: "tags", VisibleToCustomer: patch.Of(true), EditableByCustomer: patch.Of(true)}}}))
	for _, f := range after {
		if f.Key == "tags" && (!f.EditableForCustomer() || f.Version != 2) {
			t.Errorf("the field is %s", object(f))
		}
	}
}
