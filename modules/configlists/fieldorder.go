package configlists

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
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
		// One event tells the order of all fields, so no field tells its own.
		if err := write(ctx, record.NewLife(s.env, s.store.Fields, record.EventTypes{}), before, after); err != nil {
			return err
		}
		if _, after, err = s.form(ctx, account, form); err != nil {
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

// inOrder returns the fields in the order of their ids.
func inOrder(custom []Field, order []uuid.UUID) ([]Field, error) {
	var errs apperr.FieldErrors
	left := slices.Clone(custom)
	list := make([]Field, 0, len(custom))
	for i, id := range order {
		has := func(f Field) bool { return f.ID == id }
		switch at := slices.IndexFunc(left, has); {
		case at >= 0:
			list = append(list, left[at])
			left = slices.Delete(left, at, at+1)
		case slices.ContainsFunc(custom, has):
			errs.Add(fmt.Sprintf("ids[%d]", i), "not_unique", "is named more than once")
		default:
			errs.Add(fmt.Sprintf("ids[%d]", i), "not_found", "is not a custom field of the form")
		}
	}
	if len(left) > 0 {
		errs.Add("ids", "incomplete", "must be the ids of all custom fields of the form, each exactly once; missing: "+missing(left))
	}
	return list, errs.Err()
}

// missing lists the ids of the fields that an order leaves out, and counts those beyond shownOptions.
func missing(left []Field) string {
	ids := make([]string, len(left))
	for i, f := range left {
		ids[i] = f.ID.String()
	}
	if more := len(ids) - shownOptions; more > 0 {
		return strings.Join(ids[:shownOptions], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(ids, ", ")
}
