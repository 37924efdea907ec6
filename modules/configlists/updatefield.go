package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/text"
)

// UpdateField changes a custom field. Options in use leave with their values when force is set. It fails with
// apperr.NotFound, apperr.VersionMismatch, apperr.Invalid, or a conflict "in_use".
func (s *Service) UpdateField(ctx context.Context, account uuid.UUID, form Form, id uuid.UUID, change FieldPatch, match patch.Precondition, force bool) (Field, error) {
	var after Field
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		_, custom, err := s.lockForm(ctx, account, form)
		if err != nil {
			return err
		}
		before, err := find(custom, id)
		if err != nil {
			return err
		}
		if err := match.Check(before.Version); err != nil {
			return err
		}
		if after, err = change.apply(before); err != nil {
			return err
		}
		if same, err := events.Same(before, after); err != nil || same {
			return err
		}
		if gone := removedValues(before.Options.Get(), after.Options.Get()); len(gone) > 0 {
			if err := s.bus.Publish(ctx, OptionsRemoved{account, form, before.Key, gone, force}); err != nil {
				return err
			}
		}
		return s.saveChanged(ctx, &after, before)
	})
	return after, err
}

// saveChanged writes the next version of a field and records it.
func (s *Service) saveChanged(ctx context.Context, after *Field, before Field) error {
	after.Version, after.UpdatedAt = before.Version+1, s.clock.Now()
	if err := s.store.SaveField(ctx, *after); err != nil {
		return err
	}
	return s.changed(ctx, after.Form.event(updated), after.AccountID, after.ID, *after, before)
}

func (c FieldPatch) apply(to Field) (Field, error) {
	var faults apperr.FieldErrors
	if c.Options.Set {
		checkOptions(to.Type, c.Options.Value, &faults)
		to.Options = jsonb.New(orEmpty(c.Options.Value))
	}
	properties{c.Label, c.HelpText, c.Required, c.Visible, c.VisibleToCustomer, c.EditableByCustomer, c.Section}.apply(&to, "", &faults)
	return to, faults.Err()
}

// properties are those that change in fields of both kinds.
type properties struct {
	label, help                    patch.Field[string]
	required, visible, shown, open patch.Field[bool]
	section                        patch.Field[string]
}

// apply puts them into a field; prefix is where they stand in the body.
func (p properties) apply(to *Field, prefix string, faults *apperr.FieldErrors) {
	p.label.NotNull(&to.Label, prefix+"label", faults)
	p.help.ApplyPtr(&to.HelpText)
	p.required.NotNull(&to.Required, prefix+requiredKey, faults)
	p.visible.NotNull(&to.Visible, prefix+visibleKey, faults)
	p.shown.NotNull(&to.VisibleToCustomer, prefix+shownToKey, faults)
	p.open.NotNull(&to.EditableByCustomer, prefix+editableByKey, faults)
	p.section.ApplyPtr(&to.Section)
	to.HelpText, to.Section = text.Optional(to.HelpText), text.Optional(to.Section)
}

// DeleteField deletes a custom field; with force the values that it holds go too. It fails with apperr.NotFound,
// apperr.VersionMismatch, or a conflict "in_use".
func (s *Service) DeleteField(ctx context.Context, account uuid.UUID, form Form, id uuid.UUID, match patch.Precondition, force bool) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		_, custom, err := s.lockForm(ctx, account, form)
		if err != nil {
			return err
		}
		f, err := find(custom, id)
		if err != nil {
			return err
		}
		if err := match.Check(f.Version); err != nil {
			return err
		}
		if err := s.bus.Publish(ctx, FieldRemoved{account, form, f.Key, force}); err != nil {
			return err
		}
		if err := s.store.DeleteField(ctx, account, id); err != nil {
			return err
		}
		return s.removed(ctx, form.event(deleted), account, id, f)
	})
}
