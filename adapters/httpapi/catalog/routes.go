// Package catalog exposes products and taxes over HTTP.
package catalog

import (
	"context"
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/paging"
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
		ID: id, Method: http.MethodGet, Path: path, Tag: "Catalog", Summary: summary, Description: description,
		Access: httpapi.Ability("catalog:read").AndCustomers("only what is active"),
	}
}

// ListInput is what every list takes.
type ListInput struct {
	httpapi.AccountPath
	httpapi.Paging
	Filters
}

// listed answers a list.
func listed[T any](ctx context.Context, in ListInput, list func(f catalog.Filter, page paging.Request) (paging.Page[T], error)) (*httpapi.ListOutput[T], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[T], error) {
		return list(in.filter(), page)
	})
}

// got answers a single record.
func got[T any](record T, version func(T) int64, err error) (*httpapi.Output[T], error) {
	if err != nil {
		return nil, err
	}
	return httpapi.One(record, version(record)), nil
}
