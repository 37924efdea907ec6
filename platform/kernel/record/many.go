package record

import (
	"context"
	"slices"

	"github.com/google/uuid"
)

// chunk limits how many records are in memory and in one statement, because each may have 256 KiB.
const chunk = 250

// UpdateMany changes many records, as a cascade does. change reports whether it changed the record.
func (l *Life[R]) UpdateMany(ctx context.Context, account uuid.UUID, of []uuid.UUID, change func(r *R) bool) error {
	return l.env.Tx.InTx(ctx, func(ctx context.Context) error {
		for part := range slices.Chunk(of, chunk) {
			found, err := l.store.LockMany(ctx, account, part)
			if err != nil {
				return err
			}
			changes := make([]Change[R], 0, len(found))
			for _, before := range found {
				if after := before; change(&after) {
					changes = append(changes, Change[R]{Before: before, After: after})
				}
			}
			if err := l.Write(ctx, nil, changes); err != nil {
				return err
			}
		}
		return nil
	})
}

// Write creates and updates a batch of records that the caller has locked. It moves the changes with a
// difference to the front and clears the others. It sets the times and versions of what it writes.
func (l *Life[R]) Write(ctx context.Context, created []R, changes []Change[R]) error {
	differing := changes[:0]
	for i := range changes {
		c := &changes[i]
		if c.Columns = l.store.Differ(&c.Before, &c.After); len(c.Columns) > 0 {
			differing = append(differing, *c)
		}
	}
	clear(changes[len(differing):])
	changes = differing
	records := make([]*R, 0, len(created)+2*len(changes))
	for i := range created {
		l.begin(&created[i])
		records = append(records, &created[i])
	}
	for i := range changes {
		l.touch(&changes[i].After)
		records = append(records, &changes[i].Before, &changes[i].After)
	}
	if len(records) == 0 {
		return nil
	}
	if err := l.fill(ctx, records...); err != nil {
		return err
	}
	// Updates go first: a new record may take a unique value that an update gives up.
	if len(changes) > 0 {
		if err := l.store.Update(ctx, changes...); err != nil {
			return err
		}
	}
	if len(created) > 0 {
		if err := l.store.Insert(ctx, created...); err != nil {
			return err
		}
	}
	written := make([]*R, 0, len(created)+len(changes))
	for i := range created {
		written = append(written, &created[i])
	}
	for i := range changes {
		written = append(written, &changes[i].After)
	}
	if err := l.compute(ctx, written...); err != nil {
		return err
	}
	if err := l.tellUpdates(ctx, changes...); err != nil {
		return err
	}
	return l.tell(ctx, l.types.Created, created...)
}

// Locked returns the records that exist, by id, and locks them until the transaction ends.
func (l *Life[R]) Locked(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]R, error) {
	if len(of) == 0 {
		return map[uuid.UUID]R{}, nil
	}
	found, err := l.store.LockMany(ctx, account, of)
	return ByID(found), err
}
