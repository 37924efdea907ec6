package configlists_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestConcurrentChangesOfOneRecordLoseNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	breed, colour, status := d.breed("Old", "dog"), d.colourCode(pets, nil), d.status("Old")
	const rounds = 4
	err := errors.Join(atOnce(4*rounds, func(i int) error {
		var err error
		switch i % 4 {
		case 0:
			_, err = d.UpdateBreed(context.Background(), d.account, breed.ID, configlists.BreedPatch{Name: patch.Of(fmt.Sprint("New ", i))}, patch.Precondition{})
		case 1:
			_, err = d.UpdateColourCode(context.Background(), d.account, colour.ID, configlists.ColourCodePatch{Name: patch.Of(fmt.Sprint("New ", i))}, patch.Precondition{})
		case 2:
			_, err = d.UpdateColourCode(context.Background(), d.account, colour.ID, configlists.ColourCodePatch{Description: patch.Of(fmt.Sprint("New ", i))}, patch.Precondition{})
		default:
			_, err = d.UpdateSecondaryPetStatus(context.Background(), d.account, status.ID, configlists.SecondaryPetStatusPatch{Name: patch.Of(fmt.Sprint("New ", i))}, patch.Precondition{})
		}
		return err
	})...)
	if err != nil {
		t.Fatal(err)
	}
	b := testkit.Must[configlists.Breed](t)(d.GetBreed(t.Context(), d.account, breed.ID))
	c := testkit.Must[configlists.ColourCode](t)(d.GetColourCode(t.Context(), d.account, colour.ID))
	s := testkit.Must[configlists.SecondaryPetStatus](t)(d.GetSecondaryPetStatus(t.Context(), d.account, status.ID))
	if b.Version != 1+rounds || c.Version != 1+2*rounds || s.Version != 1+rounds || c.Name == "Careful" || c.Description == nil {
		t.Errorf("breed version %d, status version %d, colour code %s", b.Version, s.Version, object(c))
	}
}

func TestOnlyOneOfSeveralDeletesAtOnceSucceeds(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	breed, colour, status, field := d.breed("Old", "dog"), d.colourCode(pets, nil), d.status("Old"), d.field(petForm, textField("Old"))
	before := len(d.events())
	for what, remove := range map[string]func() error{
		"breed": func() error { return d.DeleteBreed(context.Background(), d.account, breed.ID, patch.Precondition{}) },
		"colour": func() error {
			return d.DeleteColourCode(context.Background(), d.account, colour.ID, patch.Precondition{})
		},
		"status": func() error {
			return d.DeleteSecondaryPetStatus(context.Background(), d.account, status.ID, patch.Precondition{})
		},
		"field": func() error {
			return d.DeleteField(context.Background(), d.account, petForm, field.ID, patch.Precondition{}, false)
		},
	} {
		missing := 0
		for _, err := range atOnce(6, func(int) error { return remove() }) {
			if apperr.Is(err, apperr.NotFound) {
				missing++
			} else if err != nil {
				t.Errorf("delete %s: %v", what, err)
			}
		}
		if missing != 5 {
			t.Errorf("%d of 6 deletes of a %s found nothing, want 5", missing, what)
		}
	}
	if got := len(d.events()) - before; got != 4 {
		t.Errorf("%d events, want 4", got)
	}
}
