package schema

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/petcare/petcare/platform/kernel/apperr"
)

// Limits of what a response lists: the number of faults, and the characters of a location.
const (
	MaxFaults   = 100
	MaxLocation = 300
)

// Faults are the faults of an input: the first MaxFaults of them, and the number of others.
type Faults struct {
	List []apperr.FieldError
	More int
}

// Add adds a fault in constant time.
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

// Count returns the number of faults.
func (f *Faults) Count() int { return len(f.List) + f.More }

// Sort sorts them by location.
func (f *Faults) Sort() {
	slices.SortStableFunc(f.List, func(a, b apperr.FieldError) int { return cmp.Compare(a.Field, b.Field) })
}

// Cut returns at most n characters of a text.
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
