package configlists_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func (d *desk) status(name string) configlists.SecondaryPetStatus {
	d.t.Helper()
	return testkit.Must[configlists.SecondaryPetStatus](d.t)(d.CreateSecondaryPetStatus(context.Background(), d.account, configlists.SecondaryPetStatusCreate{Name: name}))
}

func (d *desk) statuses(limit int) []configlists.SecondaryPetStatus {
	d.t.Helper()
	return testkit.AllPages(d.t, limit, func(page paging.Request) (paging.Page[configlists.SecondaryPetStatus], error) {
		return d.ListSecondaryPetStatuses(context.Background(), d.account, page)
	})
}

func TestConcurrentStatusesGetDifferentPlaces(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	errs := atOnce(24, func(i int) error {
		_, err := d.CreateSecondaryPetStatus(context.Background(), d.account, configlists.SecondaryPetStatusCreate{Name: fmt.Sprint("Status ", i)})
		return err
	})
	must(t, errors.Join(errs...))
	for i, s := range d.statuses(200) {
		if s.ItemOrder != i+1 {
			t.Fatalf("place %d at %d", s.ItemOrder, i+1)
		}
	}
}

func TestStatusNamesAreUniqueWhateverTheCase(t *testing.T) {
	t.Parallel()
	d, other := newDesk(t), newDesk(t)
	a, b := d.status("Shy"), d.status("Calm")
	_, err := d.CreateSecondaryPetStatus(t.Context(), d.account, configlists.SecondaryPetStatusCreate{Name: "sHY"})
	if !errors.Is(err, configlists.ErrStatusTaken) {
		t.Errorf("create: %v", err)
	}
	_, err = d.UpdateSecondaryPetStatus(t.Context(), d.account, b.ID, configlists.SecondaryPetStatusPatch{Name: patch.Of("SHY")}, patch.Precondition{})
	if !errors.Is(err, configlists.ErrStatusTaken) {
		t.Errorf("rename: %v", err)
	}
	other.status("Shy")
	wantSame(t, "the list", []configlists.SecondaryPetStatus{a, b}, d.statuses(50))
}

func TestStatusesAreFoundForPets(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	a, b := d.status("Très calme"), d.status("Shy")
	found := testkit.Must[map[uuid.UUID]configlists.SecondaryPetStatus](t)(
		d.SecondaryPetStatuses(t.Context(), d.account, []uuid.UUID{a.ID, b.ID, ids.New()}))
	wantSame(t, "by id", map[uuid.UUID]configlists.SecondaryPetStatus{a.ID: a, b.ID: b}, found)
	named := testkit.Must[map[string]configlists.SecondaryPetStatus](t)(
		d.SecondaryPetStatusesNamed(t.Context(), d.account, []string{"tres CALME", "nothing"}))
	wantSame(t, "by name", map[string]configlists.SecondaryPetStatus{"tres CALME": a}, named)
	must(t, d.whileWaiting(func(ctx context.Context) error {
		held, err := d.SecondaryPetStatusesForShare(ctx, d.account, []uuid.UUID{a.ID})
		wantSame(t, "held", map[uuid.UUID]configlists.SecondaryPetStatus{a.ID: a}, held)
		return err
	}, func() error {
		return d.DeleteSecondaryPetStatus(context.Background(), d.account, a.ID, patch.Precondition{})
	}))
	if left := d.statuses(50); !slices.Equal(left, []configlists.SecondaryPetStatus{b}) {
		t.Errorf("left %v", left)
	}
}
