package configlists_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/testkit"
)

func (d *desk) breeds(limit int, filter configlists.BreedFilter) []configlists.Breed {
	d.t.Helper()
	return testkit.AllPages(d.t, limit, func(page paging.Request) (paging.Page[configlists.Breed], error) {
		return d.ListBreeds(context.Background(), d.account, filter, page)
	})
}

func (d *desk) breed(name, species string) configlists.Breed {
	d.t.Helper()
	return testkit.Must[configlists.Breed](d.t)(d.CreateBreed(context.Background(), d.account, configlists.BreedCreate{Name: name, Species: species}))
}

func TestFirstBreedLoadsTheMasterListBeforeIt(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	if got := d.breeds(50, configlists.BreedFilter{}); len(got) != 0 {
		t.Fatalf("a new account has %d breeds", len(got))
	}
	b := d.breed("Zwergdackel-Mix", "dog")
	all := d.breeds(200, configlists.BreedFilter{})
	if want := len(configlists.MasterList()) + 1; len(all) != want {
		t.Errorf("%d breeds, want %d", len(all), want)
	}
	if b.Source != configlists.Custom || b.Version != 1 || b.AccountID != d.account {
		t.Errorf("the new breed is %+v", b)
	}
	d.wantEvents(
		event{"breed.list_loaded", d.account, fmt.Sprintf(`{"account_id":%q,"count":%d}`, d.account, len(configlists.MasterList())), "null"},
		event{"breed.created", b.ID, object(b), "null"},
	)
	second := d.breed("Zwergpudel-Mix", "dog")
	if got := d.events(); len(got) != 3 || got[2].Record != second.ID {
		t.Errorf("the second breed brings events %v", got)
	}
}

func TestTakenNameIsADuplicateAndTheMasterListStays(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	_, err := d.CreateBreed(t.Context(), d.account, configlists.BreedCreate{Name: "lABRADOR retriever", Species: "dog"})
	if !errors.Is(err, configlists.ErrBreedTaken) {
		t.Fatalf("got %v, want a duplicate", err)
	}
	if got := d.breeds(200, configlists.BreedFilter{}); len(got) != len(configlists.MasterList()) {
		t.Errorf("%d breeds, want the master list", len(got))
	}
	if got := d.events(); len(got) != 1 || got[0].Type != "breed.list_loaded" {
		t.Errorf("events %v", got)
	}
	d.breed("Labrador Retriever", "cat") // another species may have it
}

func TestConcurrentFirstBreedsLoadTheMasterListOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	errs := atOnce(20, func(i int) error {
		_, err := d.CreateBreed(context.Background(), d.account, configlists.BreedCreate{Name: fmt.Sprintf("Cross %d", i), Species: "dog"})
		return err
	})
	must(t, errors.Join(errs...))
	if got, want := len(d.breeds(200, configlists.BreedFilter{})), len(configlists.MasterList())+20; got != want {
		t.Errorf("%d breeds, want %d", got, want)
	}
	loaded := 0
	for _, e := range d.events() {
		if e.Type == "breed.list_loaded" {
			loaded++
		}
	}
	if loaded != 1 {
		t.Errorf("the list was loaded %d times", loaded)
	}
}

func TestBreedsComeByNameWithoutGapsOrRepeats(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.breed("Áäá", "dog")
	all := d.breeds(37, configlists.BreedFilter{})
	if len(all) != len(configlists.MasterList())+1 {
		t.Fatalf("%d breeds", len(all))
	}
	seen := map[uuid.UUID]bool{}
	for i, b := range all {
		if seen[b.ID] {
			t.Errorf("%s comes twice", b.Name)
		}
		seen[b.ID] = true
		if i > 0 && text.Fold(all[i-1].Name) > text.Fold(b.Name) {
			t.Errorf("%q before %q", all[i-1].Name, b.Name)
		}
	}
	cats := d.breeds(10, configlists.BreedFilter{Species: "cat"})
	if len(cats) < 70 || slices.ContainsFunc(cats, func(b configlists.Breed) bool { return b.Species != "cat" }) {
		t.Errorf("%d cats", len(cats))
	}
}

func TestSearchFindsPartsOfNamesWhateverCaseAndAccents(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.breed("50% Poodle_X", "dog")
	for search, want := range map[string]string{"LOWCH": "Löwchen", "öwc": "Löwchen", "50%": "50% Poodle_X", "e_x": "50% Poodle_X"} {
		got := d.breeds(200, configlists.BreedFilter{Search: search, Species: "dog"})
		if len(got) != 1 || got[0].Name != want {
			t.Errorf("search %q finds %d, want only %s", search, len(got), want)
		}
	}
	if got := d.breeds(200, configlists.BreedFilter{Search: "\u0300\u0300"}); len(got) > 0 {
		t.Errorf("marks alone find %d", len(got))
	}
	for _, b := range d.breeds(200, configlists.BreedFilter{Search: "terr"}) {
		if !strings.Contains(text.Fold(b.Name), "terr") {
			t.Errorf("search finds %s", b.Name)
		}
	}
}

func TestSearchFindsTheNewNameOfABreed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	before, change := d.breed("Old", "dog"), configlists.BreedPatch{Name: patch.Of("New")}
	after := testkit.Must[configlists.Breed](t)(d.UpdateBreed(t.Context(), d.account, before.ID, change, patch.Precondition{}))
	if got := d.breeds(50, configlists.BreedFilter{Search: "new", Species: "dog"}); !slices.Contains(got, after) {
		t.Errorf("the search does not find the new name: %v", got)
	}
}

func TestDeleteIsUndoneWhenAReactionFails(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	b := d.breed("Stays", "dog")
	d.fail = errors.New("a pet cannot follow")
	if err := d.DeleteBreed(t.Context(), d.account, b.ID, patch.Precondition{}); !errors.Is(err, d.fail) {
		t.Fatalf("got %v", err)
	}
	wantSame(t, "the breed", b, testkit.Must[configlists.Breed](t)(d.GetBreed(t.Context(), d.account, b.ID)))
	if got := d.events(); len(got) != 2 {
		t.Errorf("events %v", got)
	}
}

func TestHeldBreedWaitsWithItsDeletion(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	b := d.breed("Held", "dog")
	var done <-chan error
	must(t, d.db.InTx(t.Context(), func(ctx context.Context) error {
		held, err := d.BreedsForShare(ctx, d.account, []uuid.UUID{b.ID, ids.New()})
		if err != nil {
			return err
		}
		wantSame(t, "held", map[uuid.UUID]configlists.Breed{b.ID: b}, held)
		done = d.kit.Blocks(ctx, func() error { return d.DeleteBreed(context.Background(), d.account, b.ID, patch.Precondition{}) })
		_, err = d.GetBreed(context.Background(), d.account, b.ID) // reads wait for nobody
		return err
	}))
	must(t, <-done)
	held, err := d.BreedsForShare(t.Context(), d.account, []uuid.UUID{b.ID})
	if err != nil || len(held) != 0 {
		t.Errorf("held %v, %v", held, err)
	}
}

func TestBreedsNamedLoadsTheListAndMindsAccentsLast(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	found, err := d.BreedsNamed(t.Context(), d.account, "dog", []string{"löwchen", "LABRADOR RETRIEVER", "No Such"})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 2 || found["löwchen"].Name != "Löwchen" || found["LABRADOR RETRIEVER"].Name != "Labrador Retriever" {
		t.Errorf("found %v", found)
	}
	plain := d.breed("Lowchen", "dog")
	found, err = d.BreedsNamed(t.Context(), d.account, "dog", []string{"LOWCHEN", "Löwchen", "Lôwchen"})
	if err != nil || found["LOWCHEN"].ID != plain.ID || found["Löwchen"].Name != "Löwchen" || found["Lôwchen"].NameFold != "lowchen" {
		t.Errorf("found %v, %v", found, err)
	}
	found, err = d.BreedsNamed(t.Context(), d.account, "cat", []string{"Löwchen"})
	if err != nil || len(found) != 0 {
		t.Errorf("cats %v, %v", found, err)
	}
}

func TestMasterListIsLoadedWithItsEventOrNotAtAll(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.refused = configlists.BreedListLoaded
	for what, err := range map[string]error{
		"look breeds up": second(d.BreedsNamed(t.Context(), d.account, "dog", []string{"Pug"})),
		"create breed":   second(d.CreateBreed(t.Context(), d.account, configlists.BreedCreate{Name: "New", Species: "dog"})),
	} {
		if !errors.Is(err, errRefused) {
			t.Errorf("%s: got %v", what, err)
		}
	}
	if got := d.breeds(200, configlists.BreedFilter{}); len(got) != 0 {
		t.Errorf("%d breeds", len(got))
	}
	d.wantEvents()
}
