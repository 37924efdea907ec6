package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/record"
	"github.com/petcare/petcare/platform/text"
)

// MaxCustomFields is how many custom fields a form can have.
const MaxCustomFields = 100

// CreateField adds a custom field behind the others. It fails with apperr.Invalid, ErrKeyTaken or ErrFormFull.
func (s *Service) CreateField(ctx context.Context, account uuid.UUID, form Form, create FieldCreate) (f Field, err error) {
	var errs apperr.FieldErrors
	if checkOptions(create.Type, create.Options, &errs); len(errs) > 0 {
		return Field{}, errs.Err()
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

func (c FieldCreate) field(account uuid.UUID, form Form, key string, order int) Field {
	return Field{
		Meta: record.New(account), Form: form, Kind: CustomField, Key: key, ItemOrder: order,
		Type: c.Type, Label: c.Label, HelpText: text.Optional(c.HelpText), Options: jsonb.New(orEmpty(c.Options)),
		Required: c.Required, Visible: c.Visible == nil || *c.Visible, VisibleToCustomer: c.VisibleToCustomer,
		EditableByCustomer: c.EditableByCustomer, Section: text.Optional(c.Section), Locked: jsonb.New([]string{}),
	}
}
