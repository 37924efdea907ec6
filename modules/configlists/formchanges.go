package configlists

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// UpdateStandardFields changes standard fields of a form, all of them or none, and returns all standard fields. It fails
// with apperr.Invalid, which names each unknown key and each locked property.
func (s *Service) UpdateStandardFields(ctx context.Context, account uuid.UUID, form Form, changes StandardFieldChanges) ([]Field, error) {
	var after []Field
	err := s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		before, _, err := s.lockForm(ctx, account, form)
		if err != nil {
			return err
		}
		if after, err = changes.apply(before); err != nil {
			return err
		}
		if err := write(ctx, s.fields[form], before, after); err != nil {
			return err
		}
		after, _, err = s.form(ctx, account, form)
		return err
	})
	return after, err
}

// write writes those fields of after that differ from before.
func write(ctx context.Context, fields *record.Life[Field], before, after []Field) error {
	changes := make([]record.Change[Field], len(after))
	for i := range after {
		changes[i] = record.Change[Field]{Before: before[i], After: after[i]}
	}
	return fields.Write(ctx, nil, changes)
}

func (c StandardFieldChanges) apply(before []Field) ([]Field, error) {
	var errs apperr.FieldErrors
	after := slices.Clone(before)
	seen := map[string]bool{}
	names := lists.Map(before, func(f Field) string { return f.Key })
	for i, change := range c.Fields {
		prefix := fmt.Sprintf("fields[%d].", i)
		at := slices.IndexFunc(after, func(f Field) bool { return f.Key == change.Key })
		switch {
		case at < 0:
			errs.Add(prefix+"key", "unknown", "is not a standard field of this form"+text.DidYouMean(change.Key, names))
		case seen[change.Key]:
			errs.Add(prefix+"key", "not_unique", "is named more than once")
		default:
			if err := change.Kept.Check(before[at].Version, before[at], prefix, &errs); err != nil {
				return nil, err
			}
			change.apply(&after[at], prefix, &errs)
		}
		seen[change.Key] = true
	}
	return after, errs.Err()
}

func (p StandardFieldPatch) apply(f *Field, prefix string, errs *apperr.FieldErrors) {
	before := *f
	FieldPatch{Label: p.Label, HelpText: p.HelpText, Required: p.Required, Visible: p.Visible, VisibleToCustomer: p.VisibleToCustomer,
		EditableByCustomer: p.EditableByCustomer, Section: p.Section}.apply(f, prefix, errs)
	locked := before.Locked.Get()
	refuse := func(key string, changed bool) {
		if changed && slices.Contains(locked, key) {
			errs.Add(prefix+key, "locked", "cannot change for this field")
		}
	}
	refuse(requiredKey, f.Required != before.Required)
	refuse(visibleKey, f.Visible != before.Visible)
	refuse(visibleToKey, f.VisibleToCustomer != before.VisibleToCustomer)
	refuse(editableByKey, f.EditableByCustomer != before.EditableByCustomer)
}

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
		if slices.Equal(idsOf(custom), order.IDs) {
			return nil
		}
		before := slices.Clone(after)
		for i := range after {
			after[i].ItemOrder = i + 1
		}
		if err := s.writeOrder(ctx, account, form, before, after); err != nil {
			return err
		}
		_, after, err = s.form(ctx, account, form)
		return err
	})
	return after, err
}

// writeOrder writes the places of custom fields; before and after are the same fields. One event tells the order of all of them, so no
// field tells its own.
func (s *Service) writeOrder(ctx context.Context, account uuid.UUID, form Form, before, after []Field) error {
	if err := write(ctx, s.places, before, after); err != nil {
		return err
	}
	_, written, err := s.form(ctx, account, form)
	if err != nil {
		return err
	}
	was := slices.Clone(before)
	slices.SortFunc(was, byPlace)
	// What moved has its old place in previous, so that the change can be reverted.
	return s.env.Events.Record(ctx, events.Public{Type: form.field() + reordered, Account: account, Record: account,
		Object: FieldOrder{account, idsOf(written), moved(was, written)}, Before: FieldOrder{account, idsOf(was), moved(written, was)}})
}

func byPlace(a, b Field) int {
	return cmp.Or(cmp.Compare(a.ItemOrder, b.ItemOrder), slices.Compare(a.ID[:], b.ID[:]))
}

func idsOf(fields []Field) []uuid.UUID {
	return lists.Map(fields, func(f Field) uuid.UUID { return f.ID })
}

// moved are the fields of after that have another place than in before.
func moved(before, after []Field) (list []MovedField) {
	for _, f := range after {
		at := slices.IndexFunc(before, func(b Field) bool { return b.ID == f.ID })
		if at >= 0 && f.ItemOrder != before[at].ItemOrder {
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
	ids := lists.Map(left, func(f Field) string { return f.ID.String() })
	if more := len(ids) - shownOptions; more > 0 {
		return strings.Join(ids[:shownOptions], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(ids, ", ")
}
