package catalog

import (
	"context"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/paging"
)

func (h handler) registerTaxes(a *httpapi.API) {
	httpapi.List(a, read("listTaxes", account+"/taxes", "List taxes", "The taxes on what is sold, by name."), h.taxes)
}

func (h handler) taxes(ctx context.Context, in *ListInput, page paging.Request) (paging.Page[catalog.Tax], error) {
	return h.catalog.ListTaxes(ctx, in.AccountID, in.filter(), page)
}
