package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/paging"
)

func (h handler) registerRetail(a *httpapi.API) {
	httpapi.List(a, read("listRetailProducts", products+"retail", "List retail products", "What the shop sells, by name."), h.retail)
	httpapi.Get(a, read("getRetailProduct", products+"retail/{productId}", "Get a retail product", "One retail product."), h.retailProduct)
}

func (h handler) retail(ctx context.Context, in *ListInput, page paging.Request) (paging.Page[catalog.RetailProduct], error) {
	return h.catalog.ListRetailProducts(ctx, in.AccountID, in.filter(), page)
}

func (h handler) retailProduct(ctx context.Context, in *struct {
	httpapi.AccountPath
	ProductID uuid.UUID `path:"productId" format:"uuid" doc:"The product"`
}) (catalog.RetailProduct, error) {
	return h.catalog.GetRetailProduct(ctx, in.AccountID, in.ProductID)
}
