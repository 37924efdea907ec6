package store

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// PendingReasons lists by item_order; serviceType "" is no filter.
func (s *Store) PendingReasons(ctx context.Context, account uuid.UUID, serviceType string, page paging.Request) (paging.Page[accounts.PendingReason], error) {
	order, id, err := page.NumberID()
	if err != nil {
		return paging.Page[accounts.PendingReason]{}, err
	}
	q := s.db.In(ctx).Where("account_id = ?", account)
	if serviceType != "" {
		q = q.Where("(service_types = '[]' or jsonb_exists(service_types, ?))", serviceType)
	}
	if page.After != nil {
		q = q.Where("(item_order, id) > (?, ?)", order, id)
	}
	var rows []pendingReasonRow
	if err := q.Order("item_order, id").Limit(page.Fetch()).Find(&rows).Error; err != nil {
		return paging.Page[accounts.PendingReason]{}, fmt.Errorf("list pending reasons: %w", err)
	}
	list := make([]accounts.PendingReason, len(rows))
	for i, r := range rows {
		list[i] = accounts.PendingReason(r)
	}
	return paging.Cut(page, list, func(p accounts.PendingReason) []string {
		return []string{strconv.Itoa(p.ItemOrder), p.ID.String()}
	}), nil
}

// PendingReasonIDs looks up external ids.
func (s *Store) PendingReasonIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.db.IDsByExternalID(ctx, "accounts.pending_reasons", account, externalIDs)
}

// PendingReasonsByID reads several at once.
func (s *Store) PendingReasonsByID(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]accounts.PendingReason, error) {
	var rows []pendingReasonRow
	if err := s.db.In(ctx).Where("account_id = ? and id = any(?)", account, postgres.Array(of)).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read pending reasons: %w", err)
	}
	found := make(map[uuid.UUID]accounts.PendingReason, len(rows))
	for _, r := range rows {
		found[r.ID] = accounts.PendingReason(r)
	}
	return found, nil
}

// SavePendingReasons inserts and updates a batch.
func (s *Store) SavePendingReasons(ctx context.Context, created, changed []accounts.PendingReason) error {
	rows := make([]pendingReasonRow, 0, len(created)+len(changed))
	for _, p := range created {
		rows = append(rows, pendingReasonRow(p))
	}
	for _, p := range changed {
		rows = append(rows, pendingReasonRow(p))
	}
	if err := postgres.SaveAll(s.db.In(ctx), rows); err != nil {
		return fmt.Errorf("save pending reasons: %w", err)
	}
	return nil
}
