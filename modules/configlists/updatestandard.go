package configlists

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
)

// UpdateStandardFields changes standard fields of a form, all of them or none, and answers all standard fields. It fails
// with apperr.Invalid, which names each unknown key and each locked property.
func (s *Service) UpdateStandardFields(ctx context.Context, account uuid.UUID, form Form, changes StandardFieldChanges) ([]Field, error) {
	var after []Field
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		before, _, err := s.lockForm(ctx, account, form)
		if err != nil {
			return err
		}
		if after, err = changes.apply(before); err != nil {
			return err
		}
		for i := range after {
			same, err := events.Same(before[i], after[i])
			if err != nil {
				return err
			}
			if same {
				continue
			}
			if err := s.saveChanged(ctx, &after[i], before[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return after, err
}

func (c StandardFieldChanges) apply(before []Field) ([]Field, error) {
	var faults apperr.FieldErrors
	after := slices.Clone(before)
	seen := map[string]bool{}
	for i, change := range c.Fields {
		prefix := fmt.Sprintf("fields[%d].", i)
		at := slices.IndexFunc(after, func(f Field) bool { return f.Key == change.Key })
		switch {
		case at < 0:
			faults.Add(prefix+"key", "unknown", "is not a standard field of this form")
		case seen[change.Key]:
			faults.Add(prefix+"key", "not_unique", "is named more than once")
		default:
			change.apply(&after[at], prefix, &faults)
		}
		seen[change.Key] = true
	}
	return after, faults.Err()
}

func (c StandardFieldPatch) apply(to *Field, prefix string, faults *apperr.FieldErrors) {
	before := *to
	properties{c.Label, c.HelpText, c.Required, c.Visible, c.VisibleToCustomer, c.EditableByCustomer, c.Section}.apply(to, prefix, faults)
	locked := before.Locked.Get()
	for _, p := range []struct {
		name    string
		changed bool
	}{
		{requiredKey, to.Required != before.Required},
		{visibleKey, to.Visible != before.Visible},
		{shownToKey, to.VisibleToCustomer != before.VisibleToCustomer},
		{editableByKey, to.EditableByCustomer != before.EditableByCustomer},
	} {
		if p.changed && slices.Contains(locked, p.name) {
			faults.Add(prefix+p.name, "locked", "cannot change for this field")
		}
	}
}
