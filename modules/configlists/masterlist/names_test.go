package masterlist

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/petcare/petcare/modules/configlists"
	"golang.org/x/text/unicode/norm"
)

func TestNamesAreSortedWithoutRegardToCase(t *testing.T) {
	t.Parallel()
	for species, names := range namesBySpecies() {
		for i, name := range names[1:] {
			if strings.ToLower(names[i]) >= strings.ToLower(name) {
				t.Errorf("%s has %q before %q", species, names[i], name)
			}
		}
	}
}

func TestNamesAreWithinTheLimitsOfABreed(t *testing.T) {
	t.Parallel()
	for _, breed := range Breeds() {
		if n := utf8.RuneCountInString(breed.Name); n < 1 || n > 80 {
			t.Errorf("%s %q has %d characters, want 1 to 80", breed.Species, breed.Name, n)
		}
		if !utf8.ValidString(breed.Name) || !norm.NFC.IsNormalString(breed.Name) {
			t.Errorf("%s %q is not UTF-8 in NFC", breed.Species, breed.Name)
		}
	}
}

func TestNamesCarryNoStrayWhiteSpace(t *testing.T) {
	t.Parallel()
	for _, breed := range Breeds() {
		if strings.Join(strings.Fields(breed.Name), " ") != breed.Name {
			t.Errorf("%s %q has stray white space", breed.Species, breed.Name)
		}
	}
	for _, species := range configlists.Species() {
		text, err := files.ReadFile(species + ".txt")
		if err != nil {
			t.Fatalf("read the file of %s: %v", species, err)
		}
		if !strings.HasSuffix(string(text), "\n") || strings.HasSuffix(string(text), "\n\n") {
			t.Errorf("the file of %s does not end with exactly one new line", species)
		}
	}
}

// A slash would read as two breeds in a pet's breed string, and a typographic
// apostrophe would hide the name from a search typed on a keyboard.
func TestNamesHoldOnlyLettersAndPlainPunctuation(t *testing.T) {
	t.Parallel()
	for _, breed := range Breeds() {
		for _, r := range breed.Name {
			if !unicode.IsLetter(r) && !strings.ContainsRune(" -'()", r) {
				t.Errorf("%s %q holds %q", breed.Species, breed.Name, r)
			}
		}
	}
}
