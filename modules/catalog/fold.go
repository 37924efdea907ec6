package catalog

import "github.com/petcare/petcare/platform/kernel/text"

// How much of a folded name and code is kept: folding can make one character many, and cursors and indexes carry it.
const (
	longestName = 200
	longestCode = 60
)

// fold makes the text that lists sort and search by, without case and accents: the name, and on lines of their own,
// so that no search runs over both, the codes.
func fold(name string, codes ...*string) string {
	folded := cut(text.Fold(name), longestName)
	for _, code := range codes {
		if code != nil {
			folded += "\n" + cut(text.Fold(*code), longestCode)
		}
	}
	return folded
}

func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most])
	}
	return s
}
