package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// MaxCustomFields is how many custom fields a form can have.
const MaxCustomFields = 100

// CreateField adds a custom field behind the others. It fails with apperr.Invalid, ErrKeyTaken or ErrFormFull.
func (s *Service) CreateField(ctx context.Context, account uuid.UUID, form Form, create FieldCreate) (f Field, err error) {
	if err := create.Faults().Err(); err != nil {
		return Field{}, err
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		standard, custom, err := s.lockForm(ctx, account, form)
		if err != nil {
			return err
		}
		if len(custom) >= MaxCustomFields {
			return ErrFormFull
		}
		key, err := freeKey(create.Key, create.Label, standard, custom)
		if err != nil {
			return err
		}
		order := 1
		if n := len(custom); n > 0 {
			order = custom[n-1].ItemOrder + 1
		}
		f, err = s.fields[form].Create(ctx, create.field(account, form, key, order))
		return err
	})
	return f, err
}

// Faults are the faults of a new field that can be found without the account.
func (c FieldCreate) Faults() (errs apperr.FieldErrors) {
	checkOptions(c.Type, c.Options, &errs)
	checkKey(c.Key, c.Label, &errs)
	return errs
}

func (c FieldCreate) field(account uuid.UUID, form Form, key string, order int) Field {
	return Field{
		Meta: record.New(account), Form: form, Kind: CustomField, Key: key, ItemOrder: order,
		Type: c.Type, Label: c.Label, HelpText: text.Optional(c.HelpText), Options: jsonb.New(orEmpty(c.Options)),
		Required: c.Required, Visible: c.Visible == nil || *c.Visible, VisibleToCustomer: c.VisibleToCustomer,
		EditableByCustomer: c.EditableByCustomer, Section: text.Optional(c.Section), Locked: jsonb.New([]string{}),
	}
}

// UpdateField changes a custom field. With force, values of removed options are removed from the records that have them. It
// fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid, or without force with a conflict "in_use".
func (s *Service) UpdateField(ctx context.Context, account uuid.UUID, form Form, id uuid.UUID, change FieldPatch,
	match patch.Precondition, force bool) (f Field, err error) {
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.lock(ctx, account, form.lock()); err != nil {
			return err
		}
		f, err = s.fields[form].Update(ctx, account, id, match, func(ctx context.Context, f *Field) error {
			before := f.Options.Get()
			var errs apperr.FieldErrors
			change.apply(f, "", &errs)
			removed := removedValues(before, f.Options.Get())
			if len(errs) > 0 || len(removed) == 0 {
				return errs.Err()
			}
			return s.bus.Publish(ctx, OptionsRemoved{account, form, f.Key, removed, force})
		})
		return err
	})
	return f, err
}

// Faults are the faults of a change that can be found without the field.
func (p FieldPatch) Faults() (errs apperr.FieldErrors) {
	checkValues(p.Options.Value, &errs)
	return errs
}

// apply changes a field; prefix is the path of the patch in the body.
func (p FieldPatch) apply(f *Field, prefix string, errs *apperr.FieldErrors) {
	if p.Options.Set {
		checkOptions(f.Type, p.Options.Value, errs)
		f.Options = jsonb.New(orEmpty(p.Options.Value))
	}
	p.Label.NotNull(&f.Label, prefix+"label", errs)
	patch.Text(p.HelpText, &f.HelpText)
	p.Required.NotNull(&f.Required, prefix+requiredKey, errs)
	p.Visible.NotNull(&f.Visible, prefix+visibleKey, errs)
	p.VisibleToCustomer.NotNull(&f.VisibleToCustomer, prefix+visibleToKey, errs)
	p.EditableByCustomer.NotNull(&f.EditableByCustomer, prefix+editableByKey, errs)
	patch.Text(p.Section, &f.Section)
}

// DeleteField deletes a custom field, with force also its values in records. It fails with apperr.NotFound,
// apperr.VersionMismatch, or without force with a conflict "in_use".
func (s *Service) DeleteField(ctx context.Context, account uuid.UUID, form Form, id uuid.UUID, match patch.Precondition, force bool) error {
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		f, err := s.removeValues(ctx, account, form, id, match, force)
		if err != nil {
			return err
		}
		if err := s.store.Fields.Delete(ctx, f); err != nil {
			return err
		}
		return s.env.Events.Record(ctx, events.Public{Type: record.EventsOf(form.field()).Deleted, Account: account, Record: id, Object: f})
	})
}

// CheckDeleteField fails as DeleteField would without force, and changes nothing.
func (s *Service) CheckDeleteField(ctx context.Context, account uuid.UUID, form Form, id uuid.UUID, match patch.Precondition) error {
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		_, err := s.removeValues(ctx, account, form, id, match, false)
		return err
	})
}

// removeValues locks a custom field that is to be deleted and removes its values. Without force it removes none, and fails if there are
// any. Not by record.Life: the records that lose the value are told before the field is.
func (s *Service) removeValues(ctx context.Context, account uuid.UUID, form Form, id uuid.UUID, match patch.Precondition,
	force bool) (Field, error) {
	if err := s.lock(ctx, account, form.lock()); err != nil {
		return Field{}, err
	}
	f, err := s.store.Fields.Lock(ctx, account, id)
	if err != nil {
		return Field{}, err
	}
	if !form.hasCustom(f) {
		return Field{}, apperr.NewNotFound("form field")
	}
	if err := match.Check(f.Version, f); err != nil {
		return Field{}, err
	}
	return f, s.bus.Publish(ctx, FieldRemoved{account, form, f.Key, force})
}
