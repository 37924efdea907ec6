package configlists

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
)

// ReorderFields gives the custom fields of a form the order of the ids and returns them in it. It fails with
// apperr.Invalid unless the ids are exactly those of all custom fields, each once.
func (s *Service) ReorderFields(ctx context.Context, account uuid.UUID, form Form, order NewFieldOrder) ([]Field, error) {
	var after []Field
	err := s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		_, custom, err := s.lockForm(ctx, account, form)
		if err != nil {
			return err
		}
		if after, err = inOrder(custom, order.IDs); err != nil {
			return err
		}
		ids := make([]uuid.UUID, len(custom))
		for i, f := range custom {
			ids[i] = f.ID
		}
		if slices.Equal(ids, order.IDs) {
			return nil
		}
		before := slices.Clone(after)
		for i := range after {
			after[i].ItemOrder = i + 1
		}
		if err := s.write(ctx, s.reordered, before, after); err != nil {
			return err
		}
		told := FieldOrder{account, order.IDs, moved(before, after)}
		was := told // previous leaves out what each change has of its own, such as versions
		was.IDs = ids
		return s.env.Events.Record(ctx, events.Public{Type: form.field() + reordered, Account: account, Record: account,
			Object: told, Before: was})
	})
	return after, err
}

// moved are the fields of after that have another place than in before.
func moved(before, after []Field) (list []MovedField) {
	for i, f := range after {
		if f.ItemOrder != before[i].ItemOrder {
			list = append(list, MovedField{f.ID, f.ItemOrder, f.Version, f.UpdatedAt})
		}
	}
	return list
}

// missing lists the ids that an order leaves out, and counts those beyond shownOptions.
func missing(custom []Field, left map[uuid.UUID]Field) string {
	var ids []string
	for _, f := range custom {
		if _, isLeft := left[f.ID]; isLeft {
			ids = append(ids, f.ID.String())
		}
	}
	if more := len(ids) - shownOptions; more > 0 {
		return strings.Join(ids[:shownOptions], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(ids, ", ")
}

func inOrder(custom []Field, order []uuid.UUID) ([]Field, error) {
	var errs apperr.FieldErrors
	known, left := keyed(custom, Field.RecordID), keyed(custom, Field.RecordID)
	list := make([]Field, 0, len(custom))
	for i, id := range order {
		f, isKnown := known[id]
		_, isLeft := left[id]
		switch at := fmt.Sprintf("ids[%d]", i); {
		case !isKnown:
			errs.Add(at, "not_found", "is not a custom field of the form")
		case !isLeft:
			errs.Add(at, "not_unique", "is named more than once")
		}
		list = append(list, f)
		delete(left, id)
	}
	if len(left) > 0 {
		errs.Add("ids", "incomplete", "must be the ids of all custom fields of the form, each exactly once; missing: "+missing(custom, left))
	}
	return list, errs.Err()
}
