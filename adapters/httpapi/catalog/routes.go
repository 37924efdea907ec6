// Package catalog exposes products and taxes over HTTP.
package catalog

import (
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *catalog.Service) httpapi.Routes {
	return httpapi.Routes{Module: "catalog", Register: handler{s}.register}
})

const (
	account  = "/accounts/{accountId}"
	products = account + "/products/"
)

type handler struct{ catalog *catalog.Service }

func (h handler) register(a *httpapi.API) {
	httpapi.List(a, read("listRates", products+"rates", "List rates",
		"What boarding and daycare cost, by item_order, then name."), list(h.catalog.ListRates))
	httpapi.Get(a, read("getRate", products+"rates/{rateId}", "Get a rate", "One rate."), h.rate)
	h.registerAddons(a)
	for _, s := range services() {
		h.registerService(a, s)
	}
	httpapi.List(a, read("listRetailProducts", products+"retail", "List retail products", "What the shop sells, by name."),
		list(h.catalog.ListRetailProducts))
	httpapi.Get(a, read("getRetailProduct", products+"retail/{productId}", "Get a retail product", "One retail product."), h.retailProduct)
	httpapi.List(a, read("listAdjustments", products+"adjustments", "List adjustments",
		"Discounts, vouchers, surcharges and gift cards, by name."), list(h.catalog.ListAdjustments))
	httpapi.Get(a, read("getAdjustment", products+"adjustments/{adjustmentId}", "Get an adjustment", "One adjustment."), h.adjustment)
	httpapi.List(a, read("listTaxes", account+"/taxes", "List taxes", "The taxes on what is sold, by name."), list(h.catalog.ListTaxes))
}

// read returns an operation that lists or gets. Only the import creates records.
func read(id, path, summary, description string) httpapi.Operation {
	return httpapi.Operation{
		ID: id, Path: path, Tag: "Catalog", Summary: summary, Description: description,
		Access: httpapi.Ability("catalog:read").AndCustomers("only what is active"),
	}
}

// ListInput is the input of every list.
type ListInput struct {
	httpapi.AccountPath
	httpapi.Paging
	Filters
}
