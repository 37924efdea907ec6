package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// statuses implements configlists.StatusStore.
type statuses struct {
	*postgres.Table[configlists.SecondaryPetStatus]
	db *postgres.DB
}

// List implements configlists.StatusStore.
func (s statuses) List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[configlists.SecondaryPetStatus], error) {
	q := s.Query(account).OrderBy(postgres.Order{By: "t.item_order", Type: "integer"}, postgres.Order{By: "t.id", Type: "uuid"})
	return s.Table.List(ctx, q, page)
}

// Many implements configlists.StatusStore.
func (s statuses) Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]configlists.SecondaryPetStatus, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.All(ctx, s.Query(account).Where("t.id = any(?)", ids))
}

// Folded implements configlists.StatusStore.
func (s statuses) Folded(ctx context.Context, account uuid.UUID, folds []string) ([]configlists.SecondaryPetStatus, error) {
	return s.All(ctx, s.Query(account).Where("t.name_fold = any(?)", folds).OrderBy(oldestFirst))
}

// LastOrder implements configlists.StatusStore.
func (s statuses) LastOrder(ctx context.Context, account uuid.UUID) (last int, err error) {
	err = s.db.Row(ctx, "select coalesce(max(item_order), 0) from configlists.secondary_pet_statuses where account_id = $1", account).Scan(&last)
	if err != nil {
		err = fmt.Errorf("read the last item_order: %w", err)
	}
	return last, err
}
