package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/paging"
)

func (h handler) registerRates(a *httpapi.API) {
	httpapi.List(a, read("listRates", products+"rates", "List rates",
		"What boarding and daycare cost, by item_order, then name."), h.rates)
	httpapi.Get(a, read("getRate", products+"rates/{rateId}", "Get a rate", "One rate."), h.rate)
}

func (h handler) rates(ctx context.Context, in *ListInput, page paging.Request) (paging.Page[catalog.Rate], error) {
	return h.catalog.ListRates(ctx, in.AccountID, in.filter(), page)
}

func (h handler) rate(ctx context.Context, in *struct {
	httpapi.AccountPath
	RateID uuid.UUID `path:"rateId" format:"uuid" doc:"The rate"`
}) (catalog.Rate, error) {
	return h.catalog.GetRate(ctx, in.AccountID, in.RateID)
}
