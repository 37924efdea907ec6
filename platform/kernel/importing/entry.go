package importing

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// Entry is a record of a list that people keep by hand, too. Lines find it by its external id. If it has none, they find it by its
// unique value, such as the name, and give it theirs.
type Entry struct {
	ID         uuid.UUID
	ExternalID *string
}

// Entries finds the entries of an account that have one of some unique values, of which there are up to 1,000.
type Entries = func(ctx context.Context, account uuid.UUID, values []string) (map[string]Entry, error)

// Identified returns the Holders of a unique value of entries: those with an external id. See Adopt for the others.
func Identified(find Entries) func(ctx context.Context, account uuid.UUID, values []string) (map[string]uuid.UUID, error) {
	return func(ctx context.Context, account uuid.UUID, values []string) (map[string]uuid.UUID, error) {
		found, err := find(ctx, account, values)
		holders := make(map[string]uuid.UUID, len(found))
		for value, e := range found {
			if e.ExternalID != nil {
				holders[value] = e.ID
			}
		}
		return holders, err
	}
}

// Adopt returns the lines of a batch that have no faults. Those that found no record by their external id are about the entry without one
// that has their unique value, if there is one. A line that found a record gets a fault if such an entry has its value.
func Adopt[L any](ctx context.Context, account uuid.UUID, batch []Record[L], field string, of func(L) string,
	find Entries) ([]Record[L], error) {
	values := lists.Map(batch, func(line Record[L]) string { return of(line.Line) })
	entries, err := find(ctx, account, values)
	if err != nil {
		return nil, err
	}
	adopted := make([]Record[L], 0, len(batch))
	for i, line := range batch {
		entry, held := entries[values[i]]
		switch {
		case len(*line.Errors) > 0:
			continue
		case !held || entry.ExternalID != nil || entry.ID == line.ID: // the import has looked at these; see Unique
		case line.isElsewhere(entry.ID):
			line.Errors.Add(field, "duplicate", heldByAnother)
			continue
		case line.Exists:
			line.Errors.Add(field, "duplicate", "is that of a record without external_id already")
			continue
		default:
			line.ID, line.Exists = entry.ID, true
		}
		adopted = append(adopted, line)
	}
	return adopted, nil
}
