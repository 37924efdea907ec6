package importing

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/record"
)

// Upsert makes the records of life what the lines of a batch say: new ones are created, those that differ are updated, the
// others stay as they are, and so do deleted ones. apply puts a line's values into its record, a new one where the line has none yet, and notes what is
// wrong in the line's Errors; lines with errors are left out, since the import fails because of them anyway.
func Upsert[L, R any](ctx context.Context, life *record.Life[R], account uuid.UUID, batch []Record[L], apply func(line Record[L], to *R) error) error {
	known, err := life.Locked(ctx, account, Existing(batch))
	if err != nil {
		return err
	}
	var created []R
	var changes []record.Change[R]
	for _, line := range batch {
		before, exists := known[line.ID]
		if line.Exists && !exists {
			continue // deleted here: the import does not bring it back
		}
		after := before
		if !exists {
			m := any(&after).(record.Record).RecordMeta()
			m.ID, m.AccountID = line.ID, account
		}
		if err := apply(line, &after); err != nil {
			return err
		}
		switch {
		case len(*line.Errors) > 0:
		case exists:
			changes = append(changes, record.Change[R]{Before: before, After: after})
		default:
			created = append(created, after)
		}
	}
	return life.Write(ctx, created, changes)
}
