package importing

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
)

// Clash is a contradiction between records of a type that shows only when all lines are applied: lines may pass values on to each other
// at any distance.
type Clash struct {
	Records []uuid.UUID // the one that was updated first is the first
	Fault   apperr.FieldError
}

// Blamed returns the records whose lines are at fault, of those that have lines: all but the first of the clash, which was there before
// the others, or that one if no other has a line.
func (c Clash) Blamed(hasLine func(id uuid.UUID) bool) []uuid.UUID {
	var blamed []uuid.UUID
	for _, id := range c.Records[1:] {
		if hasLine(id) {
			blamed = append(blamed, id)
		}
	}
	if len(blamed) == 0 && hasLine(c.Records[0]) {
		blamed = c.Records[:1]
	}
	return blamed
}
