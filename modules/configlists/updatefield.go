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

// UpdateField changes a custom field. With force, values of removed options are removed from the records that have them. It
// fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid, or without force with a conflict "in_use".
func (s *Service) UpdateField(ctx context.Context, account uuid.UUID, form Form, id uuid.UUID, change FieldPatch, match patch.Precondition, force bool) (f Field, err error) {
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.Locks.Exclusive(ctx, account, form.lock()); err != nil {
			return err
		}
		f, err = s.fields[form].Update(ctx, account, id, match, func(ctx context.Context, f *Field) error {
			before := f.Options.Get()
			if err := change.apply(f); err != nil {
				return err
			}
			if removed := removedValues(before, f.Options.Get()); len(removed) > 0 {
				return s.bus.Publish(ctx, OptionsRemoved{account, form, f.Key, removed, force})
			}
			return nil
		})
		return err
	})
	return f, err
}

func (p FieldPatch) apply(f *Field) error {
	var errs apperr.FieldErrors
	if p.Options.Set {
		checkOptions(f.Type, p.Options.Value, &errs)
		f.Options = jsonb.New(orEmpty(p.Options.Value))
	}
	properties{p.Label, p.HelpText, p.Required, p.Visible, p.VisibleToCustomer, p.EditableByCustomer, p.Section}.apply(f, "", &errs)
	return errs.Err()
}

// properties are what can change in standard and custom fields alike.
type properties struct {
	label, helpText                                          patch.Field[string]
	required, visible, visibleToCustomer, editableByCustomer patch.Field[bool]
	section                                                  patch.Field[string]
}

// apply changes a field; prefix is the path of the properties in the body.
func (p properties) apply(f *Field, prefix string, errs *apperr.FieldErrors) {
	p.label.NotNull(&f.Label, prefix+"label", errs)
	p.helpText.ApplyPtr(&f.HelpText)
	p.required.NotNull(&f.Required, prefix+requiredKey, errs)
	p.visible.NotNull(&f.Visible, prefix+visibleKey, errs)
	p.visibleToCustomer.NotNull(&f.VisibleToCustomer, prefix+visibleToKey, errs)
	p.editableByCustomer.NotNull(&f.EditableByCustomer, prefix+editableByKey, errs)
	p.section.ApplyPtr(&f.Section)
	f.HelpText, f.Section = text.Optional(f.HelpText), text.Optional(f.Section)
}

// DeleteField deletes a custom field, with force also its values in records. It fails with apperr.NotFound,
// apperr.VersionMismatch, or without force with a conflict "in_use".
func (s *Service) DeleteField(ctx context.Context, account uuid.UUID, form Form, id uuid.UUID, match patch.Precondition, force bool) error {
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.Locks.Exclusive(ctx, account, form.lock()); err != nil {
			return err
		}
		f, err := s.store.Fields.Lock(ctx, account, id)
		if err != nil {
			return err
		}
		if !form.hasCustom(f) {
			return apperr.NewNotFound()
		}
		if err := match.Check(f.Version); err != nil {
			return err
		}
		// Not by record.Life: the records that lose the value are told before the field is.
		if err := s.bus.Publish(ctx, FieldRemoved{account, form, f.Key, force}); err != nil {
			return err
		}
		if err := s.store.Fields.Delete(ctx, f); err != nil {
			return err
		}
		return s.env.Events.Record(ctx, events.Public{Type: form.event(deleted), Account: account, Record: id, Object: f})
	})
}
