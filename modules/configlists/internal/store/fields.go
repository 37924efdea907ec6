package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/postgres"
)

// LockForm keeps others from changing or holding the form until the transaction ends.
func (s *Store) LockForm(ctx context.Context, account uuid.UUID, form configlists.Form) error {
	return s.lock(ctx, account, string(form)+" form")
}

// FormForShare keeps others from changing the form until the transaction ends.
func (s *Store) FormForShare(ctx context.Context, account uuid.UUID, form configlists.Form) error {
	return s.share(ctx, account, string(form)+" form")
}

// FormFields reads the rows of a form by item_order. Every write of a customer or pet asks for them, hence the scan by
// hand.
func (s *Store) FormFields(ctx context.Context, account uuid.UUID, form configlists.Form) ([]configlists.Field, error) {
	var list []configlists.Field
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var f configlists.Field
		if err := row.Scan(&f.ID, &f.AccountID, &f.Form, &f.Kind, &f.Key, &f.Type, &f.Label, &f.HelpText, &f.Options, &f.Required, &f.Visible,
			&f.VisibleToCustomer, &f.EditableByCustomer, &f.Section, &f.ItemOrder, &f.Locked, &f.CreatedAt, &f.UpdatedAt, &f.Version); err != nil {
			return err
		}
		list = append(list, f)
		return nil
	}, `select id, account_id, form, kind, key, type, label, help_text, options, required, visible,
			visible_to_customer, editable_by_customer, section, item_order, locked, created_at, updated_at, version
		from configlists.fields where account_id = $1 and form = $2 order by item_order, id`, account, form)
	if err != nil {
		return nil, fmt.Errorf("read the fields of the %s form: %w", form, err)
	}
	return list, nil
}

// SaveField inserts a field or writes all of it.
func (s *Store) SaveField(ctx context.Context, f configlists.Field) error {
	err := postgres.SaveAll(s.db.In(ctx), []fieldRow{fieldRow(f)})
	switch {
	case postgres.Violates(err, "fields_key_key"):
		return configlists.ErrKeyTaken
	case err != nil:
		return fmt.Errorf("save field: %w", err)
	}
	return nil
}

// DeleteField deletes a field.
func (s *Store) DeleteField(ctx context.Context, account, id uuid.UUID) error {
	if _, err := s.db.Exec(ctx, "delete from configlists.fields where account_id = $1 and id = $2", account, id); err != nil {
		return fmt.Errorf("delete field: %w", err)
	}
	return nil
}

// OrderFields writes the places, versions and times of fields of one account in one statement.
func (s *Store) OrderFields(ctx context.Context, fields []configlists.Field) error {
	if len(fields) == 0 {
		return nil
	}
	n := len(fields)
	ids, orders, versions, times := make([]uuid.UUID, n), make([]int, n), make([]int64, n), make([]time.Time, n)
	for i, f := range fields {
		ids[i], orders[i], versions[i], times[i] = f.ID, f.ItemOrder, f.Version, f.UpdatedAt
	}
	_, err := s.db.Exec(ctx, `
		update configlists.fields f set item_order = o.item_order, version = o.version, updated_at = o.updated_at
		from unnest($2::uuid[], $3::int[], $4::bigint[], $5::timestamptz[]) as o (id, item_order, version, updated_at)
		where f.account_id = $1 and f.id = o.id`, fields[0].AccountID, ids, orders, versions, times)
	if err != nil {
		return fmt.Errorf("order fields: %w", err)
	}
	return nil
}
