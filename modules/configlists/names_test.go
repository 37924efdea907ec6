package configlists_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/testkit"
)

func TestNamesThatDifferInCaseOnlyAreTheSame(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for one, other := range map[string]string{"Σκύλος": "ΣΚΎΛΟΣ", "Ǆab": "ǅAB", "µ-Mix": "Μ-MIX"} {
		breed, _ := d.breed(one, "dog"), d.status(one)
		_, err := d.CreateBreed(t.Context(), d.account, configlists.BreedCreate{Name: other, Species: "dog"})
		if !errors.Is(err, configlists.ErrBreedTaken) {
			t.Errorf("breed %s: %v", other, err)
		}
		_, err = d.CreateSecondaryPetStatus(t.Context(), d.account, configlists.SecondaryPetStatusCreate{Name: other})
		if !errors.Is(err, configlists.ErrStatusTaken) {
			t.Errorf("status %s: %v", other, err)
		}
		found, err := d.BreedsNamed(t.Context(), d.account, "dog", []string{other})
		if err != nil || found[other].ID != breed.ID {
			t.Errorf("%s finds %v, %v", other, found, err)
		}
	}
}

// Lists may hold two spellings of a name from before. Both stay, and no third one is added.
func TestNamesFromBeforeGetTheirKeysAndTwiceTheSameStays(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.breed("Mix", "dog")
	both, alone := []string{"Σκύλος", "ΣΚΎΛΟΣ"}, "Κόμης"
	breeds := map[string]configlists.Breed{}
	for _, name := range append(both, alone) {
		breeds[name] = d.breed(name+" then", "dog")
		d.status(name + " then")
		for _, table := range []string{"breeds", "secondary_pet_statuses"} {
			testkit.Must[int64](t)(testkit.Exec(t.Context(), d.db, "update configlists."+table+" set name = $1, name_key = $2, name_fold = $3 "+
				"where account_id = $4 and name = $5", name, strings.ToLower(name), text.Fold(name), d.account, name+" then"))
		}
	}
	file := testkit.Must[[]byte](t)(configlists.Files.ReadFile("migrations/20261122131000_names_in_any_case.sql"))
	up, _, _ := strings.Cut(string(file), "-- +goose Down")
	for _, statement := range strings.SplitAfter(up, ";\n") {
		testkit.Must[int64](t)(testkit.Exec(t.Context(), d.db, statement))
	}
	for _, name := range []string{both[0], alone} {
		_, err := d.CreateBreed(t.Context(), d.account, configlists.BreedCreate{Name: strings.ToUpper(name), Species: "dog"})
		if !errors.Is(err, configlists.ErrBreedTaken) {
			t.Errorf("breed %s: %v", name, err)
		}
		_, err = d.CreateSecondaryPetStatus(t.Context(), d.account, configlists.SecondaryPetStatusCreate{Name: strings.ToUpper(name)})
		if !errors.Is(err, configlists.ErrStatusTaken) {
			t.Errorf("status %s: %v", name, err)
		}
	}
	for _, name := range both {
		change := configlists.BreedPatch{Species: patch.Of("cat")}
		got, err := d.UpdateBreed(t.Context(), d.account, breeds[name].ID, change, patch.Precondition{})
		if err != nil || got.Name != name {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
