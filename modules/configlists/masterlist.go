package configlists

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed masterlist/*.txt
var masterLists embed.FS

// MasterList is the breed list that an account starts with: species in the order of the interface, names by code point of the lower-cased
// name. The caller may change it.
func MasterList() []BreedCreate {
	var breeds []BreedCreate
	for _, species := range Species() {
		text, err := masterLists.ReadFile("masterlist/" + species + ".txt")
		if err != nil {
			panic(fmt.Errorf("read the master list of %s: %w", species, err)) // a species without a list, which the first test finds
		}
		for name := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
			breeds = append(breeds, BreedCreate{Name: name, Species: species})
		}
	}
	return breeds
}
