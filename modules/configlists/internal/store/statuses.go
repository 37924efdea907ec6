package store

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// Statuses lists by item_order.
func (s *Store) Statuses(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[configlists.SecondaryPetStatus], error) {
	order, id, err := page.NumberID()
	if err != nil {
		return paging.Page[configlists.SecondaryPetStatus]{}, err
	}
	q := s.db.In(ctx).Where("account_id = ?", account)
	if page.After != nil {
		q = q.Where("(item_order, id) > (?, ?)", order, id)
	}
	var rows []statusRow
	if err := q.Order("item_order, id").Limit(page.Fetch()).Find(&rows).Error; err != nil {
		return paging.Page[configlists.SecondaryPetStatus]{}, fmt.Errorf("list secondary pet statuses: %w", err)
	}
	list := make([]configlists.SecondaryPetStatus, len(rows))
	for i, r := range rows {
		list[i] = configlists.SecondaryPetStatus(r.StatusColumns)
	}
	return paging.Cut(page, list, func(s configlists.SecondaryPetStatus) []string {
		return []string{strconv.Itoa(s.ItemOrder), s.ID.String()}
	}), nil
}

// Status reads one status.
func (s *Store) Status(ctx context.Context, account, id uuid.UUID) (configlists.SecondaryPetStatus, error) {
	return s.status(ctx, account, id)
}

// LockStatus reads one status for update.
func (s *Store) LockStatus(ctx context.Context, account, id uuid.UUID) (configlists.SecondaryPetStatus, error) {
	return s.status(ctx, account, id, forUpdate())
}

func (s *Store) status(ctx context.Context, account, id uuid.UUID, clauses ...clause.Expression) (configlists.SecondaryPetStatus, error) {
	var row statusRow
	err := s.db.In(ctx).Clauses(clauses...).Where("account_id = ? and id = ?", account, id).Take(&row).Error
	if postgres.NoRow(err) {
		return configlists.SecondaryPetStatus{}, apperr.NewNotFound()
	}
	if err != nil {
		return configlists.SecondaryPetStatus{}, fmt.Errorf("read secondary pet status: %w", err)
	}
	return configlists.SecondaryPetStatus(row.StatusColumns), nil
}

// LastStatusOrder is the highest item_order.
func (s *Store) LastStatusOrder(ctx context.Context, account uuid.UUID) (int, error) {
	var last int
	err := s.db.Row(ctx, "select coalesce(max(item_order), 0) from configlists.secondary_pet_statuses where account_id = $1", account).Scan(&last)
	if err != nil {
		return 0, fmt.Errorf("read the last item_order: %w", err)
	}
	return last, nil
}

// InsertStatus adds a status.
func (s *Store) InsertStatus(ctx context.Context, status configlists.SecondaryPetStatus) error {
	return statusError("insert", s.db.In(ctx).Create(&statusRow{StatusColumns(status), namesOf(status.Name)}).Error)
}

// UpdateStatus writes a status.
func (s *Store) UpdateStatus(ctx context.Context, status configlists.SecondaryPetStatus) error {
	return statusError("update", s.db.In(ctx).Select("*").Updates(&statusRow{StatusColumns(status), namesOf(status.Name)}).Error)
}

func statusError(what string, err error) error {
	switch {
	case postgres.Violates(err, "secondary_pet_statuses_name_key"):
		return configlists.ErrStatusTaken
	case err != nil:
		return fmt.Errorf("%s secondary pet status: %w", what, err)
	}
	return nil
}

// DeleteStatus deletes a status.
func (s *Store) DeleteStatus(ctx context.Context, account, id uuid.UUID) error {
	_, err := s.db.Exec(ctx, "delete from configlists.secondary_pet_statuses where account_id = $1 and id = $2", account, id)
	if err != nil {
		return fmt.Errorf("delete secondary pet status: %w", err)
	}
	return nil
}
