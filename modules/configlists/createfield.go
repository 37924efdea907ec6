package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/text"
)

// MaxCustomFields is how many custom fields a form can have.
const MaxCustomFields = 100

// CreateField adds a custom field behind the others. It fails with apperr.Invalid, ErrKeyTaken or ErrFormFull.
func (s *Service) CreateField(ctx context.Context, account uuid.UUID, form Form, d FieldCreate) (Field, error) {
	if err := d.check(); err != nil {
		return Field{}, err
	}
	var f Field
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		standard, custom, err := s.lockForm(ctx, account, form)
		if err != nil {
			return err
		}
		if len(custom) >= MaxCustomFields {
			return ErrFormFull
		}
		f = d.field()
		if f.Key, err = freeKey(d.Key, d.Label, standard, custom); err != nil {
			return err
		}
		f.ID, f.AccountID, f.Form, f.ItemOrder = ids.New(), account, form, 1
		if n := len(custom); n > 0 {
			f.ItemOrder = custom[n-1].ItemOrder + 1
		}
		f.CreatedAt = s.clock.Now()
		f.UpdatedAt, f.Version = f.CreatedAt, 1
		if err := s.store.SaveField(ctx, f); err != nil {
			return err
		}
		return s.created(ctx, form.event(created), account, f.ID, f)
	})
	return f, err
}

// lockForm reads all fields of a form and keeps others from changing or holding them until the transaction ends.
func (s *Service) lockForm(ctx context.Context, account uuid.UUID, form Form) (standard, custom []Field, err error) {
	if err := s.store.LockForm(ctx, account, form); err != nil {
		return nil, nil, err
	}
	return s.form(ctx, account, form)
}

func (d FieldCreate) field() Field {
	return Field{
		Kind: CustomField, Type: d.Type, Label: d.Label, HelpText: text.Optional(d.HelpText), Options: jsonb.New(orEmpty(d.Options)),
		Required: d.Required, Visible: d.Visible == nil || *d.Visible, VisibleToCustomer: d.VisibleToCustomer,
		EditableByCustomer: d.EditableByCustomer, Section: text.Optional(d.Section), Locked: jsonb.New([]string{}),
	}
}

func (d FieldCreate) check() error {
	var faults apperr.FieldErrors
	checkOptions(d.Type, d.Options, &faults)
	return faults.Err()
}
