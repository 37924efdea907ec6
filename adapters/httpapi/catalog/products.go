package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// list answers with what a service lists.
func list[T any](from func(context.Context, uuid.UUID, catalog.Filter, paging.Request) (paging.Page[T], error),
) func(context.Context, *ListInput, paging.Request) (paging.Page[T], error) {
	return func(ctx context.Context, in *ListInput, page paging.Request) (paging.Page[T], error) {
		return from(ctx, in.AccountID, in.filter(), page)
	}
}

func (h handler) rate(ctx context.Context, in *struct {
	httpapi.AccountPath
	RateID uuid.UUID `path:"rateId" format:"uuid" doc:"The rate"`
}) (catalog.Rate, error) {
	return h.catalog.GetRate(ctx, in.AccountID, in.RateID)
}

func (h handler) retailProduct(ctx context.Context, in *struct {
	httpapi.AccountPath
	ProductID uuid.UUID `path:"productId" format:"uuid" doc:"The product"`
}) (catalog.RetailProduct, error) {
	return h.catalog.GetRetailProduct(ctx, in.AccountID, in.ProductID)
}

func (h handler) adjustment(ctx context.Context, in *struct {
	httpapi.AccountPath
	AdjustmentID uuid.UUID `path:"adjustmentId" format:"uuid" doc:"The adjustment"`
}) (catalog.Adjustment, error) {
	return h.catalog.GetAdjustment(ctx, in.AccountID, in.AdjustmentID)
}
