package importing

import (
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// Clash is a contradiction between records of a type. It can only be found when all lines are applied, because a line may take over a
// value that any other line gives up.
type Clash struct {
	Records []uuid.UUID
	Fault   apperr.FieldError
}

// Blamed returns the lines at fault. lineOf returns the line of a record, or 0 if the file has none. If all records of the clash are in
// the file, the first of them is not at fault.
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
