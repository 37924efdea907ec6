package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// LockStatusList keeps others from adding a status until the transaction ends.
func (s *Store) LockStatusList(ctx context.Context, account uuid.UUID) error {
	return s.lock(ctx, account, "secondary pet statuses")
}

// StatusesByID reads several statuses.
func (s *Store) StatusesByID(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]configlists.SecondaryPetStatus, error) {
	return s.statuses(ctx, account, of)
}

// StatusesForShare reads several statuses for share.
func (s *Store) StatusesForShare(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]configlists.SecondaryPetStatus, error) {
	return s.statuses(ctx, account, of, forShare())
}

func (s *Store) statuses(ctx context.Context, account uuid.UUID, of []uuid.UUID, clauses ...clause.Expression) (map[uuid.UUID]configlists.SecondaryPetStatus, error) {
	var rows []statusRow
	err := s.db.In(ctx).Clauses(clauses...).Where("account_id = ? and id = any(?)", account, postgres.Array(of)).Order("id").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read secondary pet statuses: %w", err)
	}
	found := make(map[uuid.UUID]configlists.SecondaryPetStatus, len(rows))
	for _, r := range rows {
		found[r.ID] = configlists.SecondaryPetStatus(r.StatusColumns)
	}
	return found, nil
}

// StatusesNamed finds statuses by name, keyed by the folded name.
func (s *Store) StatusesNamed(ctx context.Context, account uuid.UUID, wanted []string) (map[string]configlists.SecondaryPetStatus, error) {
	match := newMatch[configlists.SecondaryPetStatus](wanted)
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var status configlists.SecondaryPetStatus
		var n Names
		if err := row.Scan(&status.ID, &status.AccountID, &status.Name, &status.ItemOrder, &status.CreatedAt, &status.UpdatedAt, &status.Version, &n.NameKey, &n.NameFold); err != nil {
			return err
		}
		match.add(n, status)
		return nil
	}, `select id, account_id, name, item_order, created_at, updated_at, version, name_key, name_fold
		from configlists.secondary_pet_statuses where account_id = $1 and name_fold = any($2) order by id`, account, match.folds)
	if err != nil {
		return nil, fmt.Errorf("find secondary pet statuses by name: %w", err)
	}
	return match.found, nil
}
