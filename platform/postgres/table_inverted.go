package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Inverted is a Table that keeps an inverted index in a second one: from values in the records, such as the pets of an order, to the
// records. Lists by such a value read it in its order. Its foreign key removes what belongs to a deleted record.
type Inverted[R, V any] struct {
	*Table[R]
	Values func(R) []V       // each once
	Same   func(a, b R) bool // both have the same values
	Remove string            // those of the records $2 of the account $1
	Add    string            // the values $2 of the account $1, each of its record in $3
}

// Insert implements record.Store.
func (t Inverted[R, V]) Insert(ctx context.Context, records ...R) error {
	if err := t.Table.Insert(ctx, records...); err != nil {
		return err
	}
	return t.index(ctx, records)
}

// Update implements record.Store. It writes the values anew of records in which they have changed.
func (t Inverted[R, V]) Update(ctx context.Context, changes ...record.Change[R]) error {
	if err := t.Table.Update(ctx, changes...); err != nil {
		return err
	}
	var changed []R
	var ids []uuid.UUID
	for i := range changes {
		c := &changes[i]
		if !t.Same(c.Before, c.After) {
			changed, ids = append(changed, c.After), append(ids, record.MetaOf(&c.After).ID)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	if err := t.db.Queue(ctx, nil, t.Remove, record.MetaOf(&changed[0]).AccountID, ids); err != nil {
		return fmt.Errorf("remove %T from its inverted index: %w", changed[0], err)
	}
	return t.index(ctx, changed)
}

func (t Inverted[R, V]) index(ctx context.Context, records []R) error {
	var values []V
	var ids []uuid.UUID
	for i := range records {
		for _, v := range t.Values(records[i]) {
			values, ids = append(values, v), append(ids, record.MetaOf(&records[i]).ID)
		}
	}
	if len(values) == 0 {
		return nil
	}
	if err := t.db.Queue(ctx, nil, t.Add, record.MetaOf(&records[0]).AccountID, values, ids); err != nil {
		return fmt.Errorf("add %T to its inverted index: %w", records[0], err)
	}
	return nil
}
