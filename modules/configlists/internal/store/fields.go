package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/record"
)

// fields implements configlists.FieldStore.
type fields struct {
	*postgres.Table[configlists.Field]
}

// OfForm implements configlists.FieldStore.
func (s fields) OfForm(ctx context.Context, account uuid.UUID, form configlists.Form) ([]configlists.Field, error) {
	q := s.Query(account).Where("t.form = ?", form).
		OrderBy(postgres.Order{By: "t.item_order", Type: "integer"}, postgres.Order{By: "t.id", Type: "uuid"})
	return s.All(ctx, q)
}

// Update implements configlists.FieldStore.
func (s fields) Update(ctx context.Context, changes ...record.Change[configlists.Field]) error {
	var first []configlists.Field
	var others []record.Change[configlists.Field]
	for _, c := range changes {
		if c.Before.Kind == configlists.StandardField && c.Before.Version == 1 {
			first = append(first, c.After)
		} else {
			others = append(others, c)
		}
	}
	if err := s.Insert(ctx, first...); err != nil {
		return err
	}
	return s.Table.Update(ctx, others...)
}
