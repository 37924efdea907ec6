package importing

import (
	"context"

	"github.com/google/uuid"
)

// Unique is a value that no two records of a type share, such as the number of an order. The import reports lines whose value an
// earlier line or a record outside the file has. Lines may pass values on to each other: unique constraints are deferred until all
// lines of the file are applied, if they are deferrable.
type Unique[L any] struct {
	Field string
	Of    func(line L) string // the value, in a form in which equal ones are the same text; "" if the line has none

	// Holders returns the ids of the records in the account that have one of the values, of which there are up to 1,000. It is nil if
	// lines are matched by the value; see Matched.
	Holders func(ctx context.Context, account uuid.UUID, values []string) (map[string]uuid.UUID, error)
	Taken   string // the fault of a line whose value a record outside the file has
}

func (u *Unique[L]) untyped() *Unique[any] {
	if u == nil {
		return nil
	}
	return &Unique[any]{Field: u.Field, Of: func(line any) string { return u.Of(*line.(*L)) }, Holders: u.Holders, Taken: u.Taken}
}
