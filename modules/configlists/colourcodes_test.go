package configlists_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

const pets, customers = configlists.PetColour, configlists.CustomerColour

func code(kind configlists.ColourCodeType, number *int) configlists.ColourCodeCreate {
	return configlists.ColourCodeCreate{Type: kind, Number: number, Name: "Careful", Colour: "#E4572E"}
}

func (d *desk) colourCode(kind configlists.ColourCodeType, number *int) configlists.ColourCode {
	d.t.Helper()
	return testkit.Must[configlists.ColourCode](d.t)(d.CreateColourCode(context.Background(), d.account, code(kind, number)))
}

func (d *desk) colourCodes(kind configlists.ColourCodeType, limit int) []configlists.ColourCode {
	d.t.Helper()
	return testkit.AllPages(d.t, limit, func(page paging.Request) (paging.Page[configlists.ColourCode], error) {
		return d.ListColourCodes(context.Background(), d.account, kind, page)
	})
}

func TestColourCodeWithoutNumberGetsTheNextOfItsType(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	next := func(kind configlists.ColourCodeType) int {
		return testkit.Must[configlists.NextNumber](t)(d.GetNextNumber(t.Context(), d.account, kind)).Number
	}
	if next(pets) != 1 {
		t.Errorf("the first number is %d", next(pets))
	}
	first, tenth := d.colourCode(pets, nil), d.colourCode(pets, new(10))
	eleventh, other := d.colourCode(pets, nil), d.colourCode(customers, nil)
	if first.Number != 1 || tenth.Number != 10 || eleventh.Number != 11 || other.Number != 1 {
		t.Errorf("numbers %d %d %d %d", first.Number, tenth.Number, eleventh.Number, other.Number)
	}
	for range 2 { // asking reserves nothing
		if next(pets) != 12 || next(customers) != 2 {
			t.Errorf("next numbers %d %d", next(pets), next(customers))
		}
	}
	wantSame(t, "the list", []configlists.ColourCode{other, first, tenth, eleventh}, d.colourCodes("", 2))
	wantSame(t, "those for pets", []configlists.ColourCode{first, tenth, eleventh}, d.colourCodes(pets, 2))
	if got := d.events()[0]; got != (event{"colour_code.created", first.ID, object(first), "null"}) {
		t.Errorf("event %v", got)
	}
}

func TestColourCodesEndAtTheLastNumber(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.colourCode(pets, new(configlists.LastNumber))
	if _, err := d.GetNextNumber(t.Context(), d.account, pets); !errors.Is(err, configlists.ErrNumbersFull) {
		t.Errorf("the next number: %v", err)
	}
	if _, err := d.CreateColourCode(t.Context(), d.account, code(pets, nil)); !errors.Is(err, configlists.ErrNumbersFull) {
		t.Errorf("without a number: %v", err)
	}
	d.colourCode(pets, new(5))
	d.colourCode(customers, nil)
}

func TestConcurrentColourCodesGetDifferentNumbers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	errs := atOnce(24, func(int) error {
		return second(d.CreateColourCode(context.Background(), d.account, code(pets, nil)))
	})
	must(t, errors.Join(errs...))
	for i, c := range d.colourCodes(pets, 200) {
		if c.Number != i+1 {
			t.Fatalf("number %d at %d", c.Number, i+1)
		}
	}
}

func TestRenumberingAtOnceWithCreatingNeverDeadlocks(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.colourCode(pets, nil)
	errs := atOnce(16, func(i int) error {
		if i%2 == 0 {
			return second(d.CreateColourCode(context.Background(), d.account, code(pets, nil)))
		}
		_, err := d.UpdateColourCode(context.Background(), d.account, c.ID, configlists.ColourCodePatch{Number: patch.Of(500 * (i + 1))}, patch.Precondition{})
		return err
	})
	must(t, errors.Join(errs...))
	if got := len(d.colourCodes(pets, 50)); got != 9 {
		t.Errorf("%d colour codes", got)
	}
}

func TestColourCodeChanges(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	before := d.colourCode(pets, nil)
	change := func(p configlists.ColourCodePatch) configlists.ColourCode {
		return testkit.Must[configlists.ColourCode](t)(d.UpdateColourCode(t.Context(), d.account, before.ID, p, patch.Precondition{}))
	}
	after := change(configlists.ColourCodePatch{
		Number: patch.Of(3), Name: patch.Of("Bites"), Colour: patch.Of("#000000"), Description: patch.Of(" Muzzle "),
	})
	want := before
	want.Number, want.Name, want.Colour, want.Description, want.Version, want.UpdatedAt = 3, "Bites", "#000000", new("Muzzle"), 2, after.UpdatedAt
	wantSame(t, "the colour code", want, after)
	wantSame(t, "the kept one", want, testkit.Must[configlists.ColourCode](t)(d.GetColourCode(t.Context(), d.account, before.ID)))
	for _, empty := range []patch.Field[string]{patch.Null[string](), patch.Of(" "), patch.Of("")} {
		if got := change(configlists.ColourCodePatch{Description: empty}); got.Description != nil {
			t.Errorf("%+v: %q", empty, *got.Description)
		}
	}
	d.wantTold()
}

func TestHeldColourCodesAreThoseOfTheType(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	pet, customer := d.colourCode(pets, nil), d.colourCode(customers, nil)
	must(t, d.whileWaiting(func(ctx context.Context) error {
		held, err := d.ColourCodesForShare(ctx, d.account, pets, []uuid.UUID{pet.ID, customer.ID})
		wantSame(t, "held", map[uuid.UUID]configlists.ColourCode{pet.ID: pet}, held)
		return err
	}, func() error { return d.DeleteColourCode(context.Background(), d.account, pet.ID, patch.Precondition{}) }))
	found := testkit.Must[map[string]configlists.ColourCode](t)(d.ColourCodesNamed(t.Context(), d.account, customers, []string{"1", "2"}))
	wantSame(t, "by number", map[string]configlists.ColourCode{"1": customer}, found)
}
