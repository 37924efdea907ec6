package configlists

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
)

// ReorderFields gives the custom fields of a form the order of the ids and answers them in it. It fails with
// apperr.Invalid unless the ids are exactly those of all custom fields, each once.
func (s *Service) ReorderFields(ctx context.Context, account uuid.UUID, form Form, order NewFieldOrder) ([]Field, error) {
	var list []Field
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		_, custom, err := s.lockForm(ctx, account, form)
		if err != nil {
			return err
		}
		before := idsOf(custom)
		if list, err = inOrder(custom, order.IDs); err != nil {
			return err
		}
		if slices.Equal(before, order.IDs) {
			return nil
		}
		now := s.clock.Now()
		var moved []Field
		for i := range list {
			if list[i].ItemOrder == i+1 {
				continue
			}
			list[i].ItemOrder, list[i].UpdatedAt, list[i].Version = i+1, now, list[i].Version+1
			moved = append(moved, list[i])
		}
		if err := s.store.OrderFields(ctx, moved); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: form.event(reordered), Account: account, Record: account,
			Object: FieldOrder{account, order.IDs}, Before: FieldOrder{account, before}})
	})
	return list, err
}

func inOrder(custom []Field, order []uuid.UUID) ([]Field, error) {
	var faults apperr.FieldErrors
	left := slices.Clone(custom)
	list := make([]Field, 0, len(custom))
	for _, id := range order {
		i := slices.IndexFunc(left, func(f Field) bool { return f.ID == id })
		if i < 0 {
			continue
		}
		list = append(list, left[i])
		left = slices.Delete(left, i, i+1)
	}
	if len(left) > 0 || len(list) != len(order) {
		faults.Add("ids", "incomplete", "are to be the ids of all custom fields of the form, each exactly once")
	}
	return list, faults.Err()
}

func idsOf(list []Field) []uuid.UUID {
	found := make([]uuid.UUID, len(list))
	for i, f := range list {
		found[i] = f.ID
	}
	return found
}
