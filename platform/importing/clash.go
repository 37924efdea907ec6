package importing

import (
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
)

// Clash is a contradiction between records of a type that shows only when all lines are applied: lines may pass values on to each other
// at any distance.
type Clash struct {
	Records []uuid.UUID
	Fault   apperr.FieldError
}

// Blamed returns the lines at fault, given the lines of records, 0 for none: all that the clash has, but not the first of the file if
// the clash is among its lines alone.
func (c Clash) Blamed(lineOf func(record uuid.UUID) int) []int {
	var lines []int
	for _, id := range c.Records {
		if line := lineOf(id); line > 0 {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	if len(lines) > 1 && len(lines) == len(c.Records) {
		return lines[1:]
	}
	return lines
}
