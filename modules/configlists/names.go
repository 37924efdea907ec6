package configlists

import (
	"slices"

	"github.com/petcare/petcare/platform/kernel/text"
)

// Names are the forms of a name that are compared.
type Names struct {
	NameKey  string `json:"-"` // in whatever case: what is unique
	NameFold string `json:"-"` // without accents too: what is sorted by and searched
}

func namesOf(name string) Names { return Names{text.FoldCase(name), text.Fold(name)} }

func (n Names) names() Names { return n }

func foldsOf(names []string) []string {
	folds := make([]string, len(names))
	for i, name := range names {
		folds[i] = text.Fold(name)
	}
	return folds
}

// byName returns the records with the wanted names, by text.FoldCase of those. Of several that differ in accents only, it takes the one
// with that very name, else the first.
func byName[R interface{ names() Names }](wanted []string, list []R, err error) (map[string]R, error) {
	exact, folded := make(map[string]R, len(list)), make(map[string]R, len(list))
	for _, r := range slices.Backward(list) {
		exact[r.names().NameKey], folded[r.names().NameFold] = r, r
	}
	found := make(map[string]R, len(wanted))
	for _, name := range wanted {
		r, ok := exact[text.FoldCase(name)]
		if !ok {
			r, ok = folded[text.Fold(name)]
		}
		if ok {
			found[text.FoldCase(name)] = r
		}
	}
	return found, err
}
