package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/paging"
)

func (h handler) registerAdjustments(a *httpapi.API) {
	httpapi.List(a, read("listAdjustments", products+"adjustments", "List adjustments",
		"Discounts, vouchers, surcharges and gift cards, by name."), h.adjustments)
	httpapi.Get(a, read("getAdjustment", products+"adjustments/{adjustmentId}", "Get an adjustment", "One adjustment."), h.adjustment)
}

func (h handler) adjustments(ctx context.Context, in *ListInput, page paging.Request) (paging.Page[catalog.Adjustment], error) {
	return h.catalog.ListAdjustments(ctx, in.AccountID, in.filter(), page)
}

func (h handler) adjustment(ctx context.Context, in *struct {
	httpapi.AccountPath
	AdjustmentID uuid.UUID `path:"adjustmentId" format:"uuid" doc:"The adjustment"`
}) (catalog.Adjustment, error) {
	return h.catalog.GetAdjustment(ctx, in.AccountID, in.AdjustmentID)
}
