package schema

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/petcare/petcare/platform/apperr"
)

// What an answer names at most: so many faults, and so many characters of the place of one.
const (
	MaxFaults   = 100
	MaxLocation = 300
)

// Faults are what is wrong with an input: the first MaxFaults of them, and how many there are besides.
type Faults struct {
	List []apperr.FieldError
	More int
}

// Add notes a fault; it costs the same however many there are.
func (f *Faults) Add(location, code, message string) {
	if len(f.List) == MaxFaults {
		f.More++
		return
	}
	f.List = append(f.List, apperr.FieldError{Field: Cut(location, MaxLocation), Code: code, Message: message})
}

// Any reports whether there is a fault.
func (f *Faults) Any() bool { return len(f.List) > 0 }

// Join adds other faults.
func (f *Faults) Join(other Faults) {
	for _, e := range other.List {
		f.Add(e.Field, e.Code, e.Message)
	}
	f.More += other.More
}

// Count is how many there are.
func (f *Faults) Count() int { return len(f.List) + f.More }

// Sort puts them in the order of their locations.
func (f *Faults) Sort() {
	slices.SortStableFunc(f.List, func(a, b apperr.FieldError) int { return cmp.Compare(a.Field, b.Field) })
}

// Cut is valid text of at most n characters.
func Cut(s string, n int) string {
	if len(s) > n*utf8.UTFMax {
		s = s[:n*utf8.UTFMax]
	}
	s = strings.ToValidUTF8(s, "?")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
