package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// PendingReasons implements accounts.PendingReasonStore.
type PendingReasons struct {
	*postgres.Table[accounts.PendingReason]
}

// NewPendingReasons makes a PendingReasons.
func NewPendingReasons(db *postgres.DB) *PendingReasons {
	return &PendingReasons{postgres.NewTable[accounts.PendingReason](db, postgres.TableOptions{Name: "accounts.pending_reasons"})}
}

// List implements accounts.PendingReasonStore.
func (s *PendingReasons) List(ctx context.Context, account uuid.UUID, serviceType string,
	page paging.Request) (paging.Page[accounts.PendingReason], error) {
	q := s.Query(account).
		WhereIf(serviceType != "", "(t.service_types = '[]' or jsonb_exists(t.service_types, ?))", serviceType).
		OrderBy(postgres.Order{By: "t.item_order", Type: "integer"}, postgres.Order{By: "t.id", Type: "uuid"})
	return s.Table.List(ctx, q, page)
}
