package text

import "strings"

// DidYouMean returns the end of a message, ": did you mean X?", with the one of names that is spelled most like given, or "" if none is
// similar.
func DidYouMean(given string, names []string) string {
	if len(given) > 64 {
		return ""
	}
	spelled := plain(given)
	best, least := "", 1+max(1, len(given)/4)
	for _, name := range names {
		if name == given { // known, but not of use here
			continue
		}
		if d := distance(spelled, plain(name)); d < least && d < len(name) {
			best, least = name, d
		}
	}
	if best == "" {
		return ""
	}
	return ": did you mean " + best + "?"
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "")

// plain spells firstName, First-Name and first_name alike.
func plain(name string) string { return strings.ToLower(separators.Replace(name)) }

// distance counts letters to insert, drop, replace or swap with their neighbour (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			same := 1
			if a[i-1] == b[j-1] {
				same = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+same)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
