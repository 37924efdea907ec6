package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/paging"
)

func (h handler) registerRetail(a *httpapi.API) {
	httpapi.Handle(a, read("listRetailProducts", products+"retail", "List retail products", "What the shop sells, by name."), h.retail)
	httpapi.Handle(a, read("getRetailProduct", products+"retail/{productId}", "Get a retail product", "One retail product."), h.retailProduct)
}

func (h handler) retail(ctx context.Context, in *ListInput) (*httpapi.ListOutput[catalog.RetailProduct], error) {
	return listed(ctx, *in, func(f catalog.Filter, page paging.Request) (paging.Page[catalog.RetailProduct], error) {
		return h.catalog.RetailProducts(ctx, in.AccountID, f, page)
	})
}

type retailInput struct {
	httpapi.AccountPath
	ProductID uuid.UUID `path:"productId" format:"uuid" doc:"The product"`
}

func (h handler) retailProduct(ctx context.Context, in *retailInput) (*httpapi.Output[catalog.RetailProduct], error) {
	p, err := h.catalog.RetailProduct(ctx, in.AccountID, in.ProductID)
	return got(p, func(p catalog.RetailProduct) int64 { return p.Version }, err)
}
