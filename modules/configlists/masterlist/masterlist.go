// Package masterlist is the breed list that an account starts with.
package masterlist

import (
	"embed"
	"fmt"
	"strings"

	"github.com/petcare/petcare/modules/configlists"
)

// The files are named one by one so that a missing species does not compile.
//
//go:embed dog.txt cat.txt rabbit.txt bird.txt guinea_pig.txt hamster.txt rat.txt mouse.txt
//go:embed chinchilla.txt ferret.txt horse.txt reptile.txt fish.txt other.txt
var files embed.FS

// Breeds returns the whole list, species in the order of the interface and
// names in the order of their file: by code point of the lower-cased name. Each
// call returns a slice that the caller may change.
func Breeds() []configlists.BreedCreate {
	var breeds []configlists.BreedCreate
	for _, species := range configlists.Species() {
		text, err := files.ReadFile(species + ".txt")
		if err != nil {
			// Only a species without its go:embed entry gets here, and the first test finds that.
			panic(fmt.Errorf("read the master list of %s: %w", species, err))
		}
		for name := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
			breeds = append(breeds, configlists.BreedCreate{Species: species, Name: name})
		}
	}
	return breeds
}
