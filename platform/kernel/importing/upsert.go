package importing

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/record"
)

// UpsertEach returns the Apply of a type whose lines need nothing but the records that they refer to. For apply, see Upsert.
func UpsertEach[L, R any](life *record.Life[R], apply func(line Record[L], resolve Resolve, to *R)) Apply[L] {
	return func(ctx context.Context, account uuid.UUID, batch []Record[L], resolve Resolve) error {
		return Upsert(ctx, life, account, batch, func(line Record[L], to *R) error {
			apply(line, resolve, to)
			return nil
		})
	}
}

// Upsert creates and updates the records of a batch. Records without a difference and deleted records stay as they are. apply
// copies a line's values into its record, which is new if none exists, and adds faults to the line's Errors. Upsert skips lines
// with errors, because they make the import fail anyway.
func Upsert[L, R any](ctx context.Context, life *record.Life[R], account uuid.UUID, batch []Record[L],
	apply func(line Record[L], to *R) error) error {
	known, err := life.Locked(ctx, account, Existing(batch))
	if err != nil {
		return err
	}
	for len(batch) > 0 {
		n := distinct(batch)
		if err := upsert(ctx, life, account, batch[:n], known, apply); err != nil {
			return err
		}
		batch = batch[n:]
	}
	return nil
}

// distinct is how many of the first lines are of different records. Several are of one if the records that had their external ids were
// merged.
func distinct[L any](batch []Record[L]) int {
	seen := make(map[uuid.UUID]bool, len(batch))
	for i, line := range batch {
		if seen[line.ID] {
			return i
		}
		seen[line.ID] = true
	}
	return len(batch)
}

func upsert[L, R any](ctx context.Context, life *record.Life[R], account uuid.UUID, part []Record[L], known map[uuid.UUID]R,
	apply func(line Record[L], to *R) error) error {
	var created []R
	var changes []record.Change[R]
	for _, line := range part {
		before, exists := known[line.ID]
		if line.Exists && !exists {
			continue // deleted in the account: the import does not restore it
		}
		after := before
		if !exists {
			m := record.MetaOf(&after)
			m.ID, m.AccountID = line.ID, account
			if at := CreatedAt(line.Line); at != nil {
				m.CreatedAt = clock.Cut(*at)
			}
			if k := line.Kept; k != nil {
				m.CreatedAt, m.UpdatedAt, m.Version = clock.Cut(k.CreatedAt), clock.Cut(k.UpdatedAt), k.Version
			}
		}
		if err := apply(line, &after); err != nil {
			return err
		}
		if line.ExternalID == line.ID.String() {
			keepExternalID(&before, &after)
		}
		if exists {
			compare(line, &before, &after)
		}
		if d, ok := any(&after).(Deriver); ok {
			d.Derive()
		}
		switch {
		case len(*line.Errors) > 0:
		case exists:
			changes = append(changes, record.Change[R]{Before: before, After: after})
		default:
			created = append(created, after)
		}
	}
	if err := life.Write(ctx, created, changes); err != nil {
		return err
	}
	outcomes := make(map[uuid.UUID]Outcome, len(part))
	for i := range created {
		outcomes[record.MetaOf(&created[i]).ID] = Created
	}
	for i := range changes { // Write has removed unchanged records
		id := record.MetaOf(&changes[i].After).ID
		outcomes[id], known[id] = Changed, changes[i].After
	}
	for _, line := range part {
		if line.Outcome != nil {
			*line.Outcome = outcomes[line.ID]
		}
	}
	return nil
}

// Matched returns the lines of a batch whose records are matched by a value, such as a name, instead of an external id. known has the
// ids of existing records. Further lines of the batch for the same record are omitted and get a fault of field. A type that declares
// the value as Unique has those of the whole file reported; they have faults already and are omitted, too.
func Matched[L any, K comparable](batch []Record[L], field string, key func(L) K, known map[K]uuid.UUID) []Record[L] {
	matched := make([]Record[L], 0, len(batch))
	seen := make(map[K]bool, len(batch))
	for _, line := range batch {
		k := key(line.Line)
		switch {
		case len(*line.Errors) > 0:
			continue
		case line.isElsewhere(known[k]):
			line.Errors.Add(field, "duplicate", heldByAnother)
			continue
		case seen[k]:
			line.Errors.Add(field, "not_unique", "is that of another line of the same type")
			continue
		}
		seen[k] = true
		if id, exists := known[k]; exists {
			line.ID, line.Exists = id, true
		}
		matched = append(matched, line)
	}
	return matched
}
