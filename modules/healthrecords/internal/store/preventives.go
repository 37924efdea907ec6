package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

const preventiveColumns = `select p.id, p.account_id, p.pet_id, p.preventive_type_id, t.id, t.name, t.category, p.product,
	p.administered_on, p.expires_on, p.note, p.external_id, p.created_at, p.updated_at, p.version
`

const selectPreventives = preventiveColumns + `from healthrecords.preventives p
join healthrecords.preventive_types t on t.account_id = p.account_id and t.id = p.preventive_type_id
where p.account_id = $1`

// Preventives lists the preventives of a pet, newest first.
func (s *Store) Preventives(ctx context.Context, account, pet uuid.UUID, page paging.Request) (paging.Page[healthrecords.Preventive], error) {
	after, err := page.ID()
	if err != nil {
		return paging.Page[healthrecords.Preventive]{}, err
	}
	st := begin(selectPreventives, account)
	st.add(" and p.pet_id = $%d", pet)
	if page.After != nil {
		st.add(" and p.id < $%d", after)
	}
	st.add(" order by p.id desc limit $%d", page.Fetch())
	list := make([]healthrecords.Preventive, 0, page.Fetch())
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		p, err := scanPreventive(row)
		list = append(list, p)
		return err
	}, st.text.String(), st.args...)
	if err != nil {
		return paging.Page[healthrecords.Preventive]{}, fmt.Errorf("list preventives: %w", err)
	}
	return paging.Cut(page, list, func(p healthrecords.Preventive) []string { return []string{p.ID.String()} }), nil
}

// Each is looked up by itself (see postgres.LockAll).
const preventivesByID = preventiveColumns + `from unnest($2::uuid[]) as wanted (id)
cross join lateral (select * from healthrecords.preventives where account_id = $1 and id = wanted.id offset 0) as p
join healthrecords.preventive_types t on t.account_id = p.account_id and t.id = p.preventive_type_id`

// PreventivesByID reads several at once.
func (s *Store) PreventivesByID(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]healthrecords.Preventive, error) {
	found := make(map[uuid.UUID]healthrecords.Preventive, len(of))
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		p, err := scanPreventive(row)
		found[p.ID] = p
		return err
	}, preventivesByID, account, of)
	if err != nil {
		return nil, fmt.Errorf("read preventives: %w", err)
	}
	return found, nil
}

// LockPreventives reads several and holds their rows.
func (s *Store) LockPreventives(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]healthrecords.Preventive, error) {
	if _, err := postgres.LockAll[preventiveRow](s.db.In(ctx), account, of); err != nil {
		return nil, fmt.Errorf("lock preventives: %w", err)
	}
	return s.PreventivesByID(ctx, account, of)
}

// PreventiveIDs looks up external ids.
func (s *Store) PreventiveIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.db.IDsByExternalID(ctx, "healthrecords.preventives", account, externalIDs)
}

// SavePreventives inserts and updates.
func (s *Store) SavePreventives(ctx context.Context, list []healthrecords.Preventive) error {
	rows := make([]preventiveRow, len(list))
	for i, p := range list {
		rows[i] = preventiveRow(p)
	}
	if err := postgres.SaveAll(s.db.In(ctx), rows); err != nil {
		return fmt.Errorf("save preventives: %w", err)
	}
	return nil
}

func scanPreventive(row postgres.Scanner) (healthrecords.Preventive, error) {
	var p healthrecords.Preventive
	err := row.Scan(&p.ID, &p.AccountID, &p.PetID, &p.PreventiveTypeID, &p.Type.ID, &p.Type.Name, &p.Type.Category, &p.Product,
		&p.AdministeredOn, &p.ExpiresOn, &p.Note, &p.ExternalID, &p.CreatedAt, &p.UpdatedAt, &p.Version)
	return p, err
}
