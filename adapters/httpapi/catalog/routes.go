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
	h.registerRates(a)
	h.registerAddons(a)
	for _, s := range services() {
		h.registerService(a, s)
	}
	h.registerRetail(a)
	h.registerAdjustments(a)
	h.registerTaxes(a)
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
