package configlists

import (
	"github.com/petcare/petcare/platform/text"
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

// byName keys records by their folded name. Of several that differ in accents only, it takes the one whose name is wanted,
// else the first.
func byName[R interface{ names() Names }](wanted []string, list []R, err error) (map[string]R, error) {
	exact := map[string]bool{}
	for _, name := range wanted {
		exact[text.FoldCase(name)] = true
	}
	found := make(map[string]R, len(list))
	for _, r := range list {
		n := r.names()
		if known, ok := found[n.NameFold]; !ok || exact[n.NameKey] && !exact[known.names().NameKey] {
			found[n.NameFold] = r
		}
	}
	return found, err
}
