package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/paging"
)

func (h handler) registerAdjustments(a *httpapi.API) {
	httpapi.Handle(a, read("listAdjustments", products+"adjustments", "List adjustments",
		"Discounts, vouchers, surcharges and gift cards, by name."), h.adjustments)
	httpapi.Handle(a, read("getAdjustment", products+"adjustments/{adjustmentId}", "Get an adjustment", "One adjustment."), h.adjustment)
}

func (h handler) adjustments(ctx context.Context, in *ListInput) (*httpapi.ListOutput[catalog.Adjustment], error) {
	return listed(ctx, *in, func(f catalog.Filter, page paging.Request) (paging.Page[catalog.Adjustment], error) {
		return h.catalog.Adjustments(ctx, in.AccountID, f, page)
	})
}

type adjustmentInput struct {
	httpapi.AccountPath
	AdjustmentID uuid.UUID `path:"adjustmentId" format:"uuid" doc:"The adjustment"`
}

func (h handler) adjustment(ctx context.Context, in *adjustmentInput) (*httpapi.Output[catalog.Adjustment], error) {
	a, err := h.catalog.Adjustment(ctx, in.AccountID, in.AdjustmentID)
	return got(a, func(a catalog.Adjustment) int64 { return a.Version }, err)
}
