package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// PreventiveTypes lists the account's preventive types, newest first.
func (s *Store) PreventiveTypes(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[healthrecords.PreventiveType], error) {
	after, err := page.ID()
	if err != nil {
		return paging.Page[healthrecords.PreventiveType]{}, err
	}
	q := s.db.In(ctx).Where("account_id = ?", account)
	if page.After != nil {
		q = q.Where("id < ?", after)
	}
	var rows []preventiveTypeRow
	if err := q.Order("id desc").Limit(page.Fetch()).Find(&rows).Error; err != nil {
		return paging.Page[healthrecords.PreventiveType]{}, fmt.Errorf("list preventive types: %w", err)
	}
	list := make([]healthrecords.PreventiveType, len(rows))
	for i, r := range rows {
		list[i] = healthrecords.PreventiveType(r)
	}
	return paging.Cut(page, list, func(t healthrecords.PreventiveType) []string { return []string{t.ID.String()} }), nil
}

// LockPreventiveTypes reads several and holds their rows.
func (s *Store) LockPreventiveTypes(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]healthrecords.PreventiveType, error) {
	rows, err := postgres.LockAll[preventiveTypeRow](s.db.In(ctx), account, of)
	if err != nil {
		return nil, fmt.Errorf("lock preventive types: %w", err)
	}
	found := make(map[uuid.UUID]healthrecords.PreventiveType, len(rows))
	for _, r := range rows {
		found[r.ID] = healthrecords.PreventiveType(r)
	}
	return found, nil
}

// PreventiveTypeIDs looks up external ids.
func (s *Store) PreventiveTypeIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.db.IDsByExternalID(ctx, "healthrecords.preventive_types", account, externalIDs)
}

// SavePreventiveTypes inserts and updates.
func (s *Store) SavePreventiveTypes(ctx context.Context, list []healthrecords.PreventiveType) error {
	rows := make([]preventiveTypeRow, len(list))
	for i, t := range list {
		rows[i] = preventiveTypeRow(t)
	}
	if err := postgres.SaveAll(s.db.In(ctx), rows); err != nil {
		return fmt.Errorf("save preventive types: %w", err)
	}
	return nil
}
