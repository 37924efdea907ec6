package configlists

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
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
		if err := write(ctx, s.fields(form), before, after); err != nil {
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
	names := make([]string, len(before))
	for i, f := range before {
		names[i] = f.Key
	}
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
