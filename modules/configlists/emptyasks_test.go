package configlists_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/testkit"
)

func TestAskingForNothingFindsNothingAndLoadsNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	wantSame(t, "breeds by name", map[string]configlists.Breed{},
		testkit.Must[map[string]configlists.Breed](t)(d.BreedsNamed(t.Context(), d.account, "dog", nil)))
	wantSame(t, "breeds", map[uuid.UUID]configlists.Breed{}, testkit.Must[map[uuid.UUID]configlists.Breed](t)(d.BreedsForShare(t.Context(), d.account, nil)))
	wantSame(t, "statuses", map[uuid.UUID]configlists.SecondaryPetStatus{},
		testkit.Must[map[uuid.UUID]configlists.SecondaryPetStatus](t)(d.SecondaryPetStatusesForShare(t.Context(), d.account, nil)))
	wantSame(t, "statuses by id", map[uuid.UUID]configlists.SecondaryPetStatus{},
		testkit.Must[map[uuid.UUID]configlists.SecondaryPetStatus](t)(d.SecondaryPetStatuses(t.Context(), d.account, nil)))
	wantSame(t, "statuses by name", map[string]configlists.SecondaryPetStatus{},
		testkit.Must[map[string]configlists.SecondaryPetStatus](t)(d.SecondaryPetStatusesNamed(t.Context(), d.account, nil)))
	wantSame(t, "colour codes", map[uuid.UUID]configlists.ColourCode{},
		testkit.Must[map[uuid.UUID]configlists.ColourCode](t)(d.ColourCodesForShare(t.Context(), d.account, pets, nil)))
	wantSame(t, "colour codes by number", map[string]configlists.ColourCode{},
		testkit.Must[map[string]configlists.ColourCode](t)(d.ColourCodesNamed(t.Context(), d.account, pets, nil)))
	if got := d.breeds(50, configlists.BreedFilter{}); len(got) != 0 {
		t.Errorf("%d breeds were loaded", len(got))
	}
	d.wantEvents()
}
