package configlists_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/petcare/petcare/modules/configlists"
	"golang.org/x/text/unicode/norm"
)

func TestSpeciesComeInTheOrderOfTheInterface(t *testing.T) {
	t.Parallel()
	var got []string
	for _, breed := range configlists.MasterList() {
		if len(got) == 0 || got[len(got)-1] != breed.Species {
			got = append(got, breed.Species)
		}
	}
	want := []string{
		"dog", "cat", "rabbit", "bird", "guinea_pig", "hamster", "rat", "mouse",
		"chinchilla", "ferret", "horse", "reptile", "fish", "other",
	}
	if !slices.Equal(got, want) {
		t.Fatalf("species %v, want each once in the order %v", got, want)
	}
}

func TestEverySpeciesHasEnoughBreeds(t *testing.T) {
	t.Parallel()
	least := map[string]int{
		"dog": 320, "cat": 75, "rabbit": 50, "bird": 60, "guinea_pig": 15, "hamster": 8, "rat": 15, "mouse": 15,
		"chinchilla": 15, "ferret": 12, "horse": 80, "reptile": 50, "fish": 40, "other": 10,
	}
	names := namesBySpecies()
	if len(names) != len(least) {
		t.Errorf("%d species, want %d", len(names), len(least))
	}
	for species, want := range least {
		if got := len(names[species]); got < want {
			t.Errorf("%s has %d breeds, want at least %d", species, got, want)
		}
	}
}

func TestEverySpeciesHasMixedAndUnknownAndNoNameTwice(t *testing.T) {
	t.Parallel()
	for species, names := range namesBySpecies() {
		seen := map[string]string{}
		for _, name := range names {
			if earlier, ok := seen[plain(name)]; ok {
				t.Errorf("%s has both %q and %q", species, earlier, name)
			}
			seen[plain(name)] = name
		}
		if seen["mixed"] != "Mixed" || seen["unknown"] != "Unknown" {
			t.Errorf("%s lacks Mixed or Unknown", species)
		}
	}
}

func namesBySpecies() map[string][]string {
	names := map[string][]string{}
	for _, breed := range configlists.MasterList() {
		names[breed.Species] = append(names[breed.Species], breed.Name)
	}
	return names
}

// plain keeps the lower-case letters only, so that names that differ in case,
// accents, hyphens or spaces count as the same.
func plain(name string) string {
	keep := func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}
	return strings.Map(keep, norm.NFD.String(strings.ToLower(name)))
}
