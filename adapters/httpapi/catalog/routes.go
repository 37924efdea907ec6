// Package catalog exposes products and taxes over HTTP.
package catalog

import (
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
)

// Module hands the routes in.
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

// read is an operation that lists or gets; records come in with the import.
func read(id, path, summary, description string) httpapi.Operation {
	return httpapi.Operation{
		ID: id, Path: path, Tag: "Catalog", Summary: summary, Description: description,
		Access: httpapi.Ability("catalog:read").AndCustomers("only what is active"),
	}
}

// ListInput is what every list takes.
type ListInput struct {
	httpapi.AccountPath
	httpapi.Paging
	Filters
}
