package configlists_test

import (
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
)

func TestWritesForAnotherVersionAreRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ctx, other := t.Context(), patch.IfMatch([]int64{2})
	b, s, c, f := d.breed("A", "dog"), d.status("A"), d.colourCode(pets, nil), d.field(petForm, textField("A"))
	before := d.events()
	for what, err := range map[string]error{
		"change breed":       ignore(d.UpdateBreed(ctx, d.account, b.ID, configlists.BreedPatch{Name: patch.Of("B")}, other)),
		"delete breed":       d.DeleteBreed(ctx, d.account, b.ID, other),
		"change status":      ignore(d.UpdateSecondaryPetStatus(ctx, d.account, s.ID, configlists.SecondaryPetStatusPatch{Name: patch.Of("B")}, other)),
		"delete status":      d.DeleteSecondaryPetStatus(ctx, d.account, s.ID, other),
		"change colour code": ignore(d.UpdateColourCode(ctx, d.account, c.ID, configlists.ColourCodePatch{Number: patch.Of(9)}, other)),
		"delete colour code": d.DeleteColourCode(ctx, d.account, c.ID, other),
		"change field":       ignore(d.UpdateField(ctx, d.account, petForm, f.ID, configlists.FieldPatch{Label: patch.Of("B")}, other, true)),
		"delete field":       d.DeleteField(ctx, d.account, petForm, f.ID, other, true),
	} {
		if !apperr.Is(err, apperr.VersionMismatch) {
			t.Errorf("%s: got %v", what, err)
		}
	}
	d.wantEvents(before...)
	d.wantTold()
}

func TestEmptyDescriptionIsNone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.colourCode(pets, nil)
	for given, want := range map[string]string{" Muzzle ": `"Muzzle"`, " ": "null", "": "null"} {
		after, err := d.UpdateColourCode(t.Context(), d.account, c.ID, configlists.ColourCodePatch{Description: patch.Of(given)}, patch.Precondition{})
		if err != nil || object(after.Description) != want {
			t.Errorf("%q becomes %s, %v", given, object(after.Description), err)
		}
	}
}
