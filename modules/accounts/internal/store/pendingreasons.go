package store

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// PendingReasons implements accounts.PendingReasonStore.
type PendingReasons struct {
	*postgres.Repository[accounts.PendingReason]
}

// NewPendingReasons makes a PendingReasons.
func NewPendingReasons(db *postgres.DB) PendingReasons {
	return PendingReasons{postgres.NewRepository[accounts.PendingReason](db, postgres.TableOptions{Name: "accounts.pending_reasons"})}
}

var byPlace = postgres.Key[accounts.PendingReason]{
	Column: "item_order", Type: "integer", Of: func(r *accounts.PendingReason) string { return strconv.Itoa(r.ItemOrder) },
}

// List implements accounts.PendingReasonStore. A reason without service types is for all.
func (s PendingReasons) List(ctx context.Context, account uuid.UUID, serviceType string,
	page paging.Request) (paging.Page[accounts.PendingReason], error) {
	q := s.Of(ctx, account).Scopes(
		postgres.If(serviceType != "", "(service_types = '[]' or jsonb_exists(service_types, ?))", serviceType))
	return postgres.List(q, page, byPlace, postgres.ByID[accounts.PendingReason]())
}
