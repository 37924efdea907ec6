// Package orders exposes orders over HTTP.
package orders

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/paging"
)

// Module hands the routes in.
var Module = httpapi.ProvideRoutes(func(s *orders.Service) httpapi.Routes {
	return httpapi.Routes{Module: "orders", Register: handler{s}.register}
})

type handler struct{ orders *orders.Service }

func (h handler) register(a *httpapi.API) {
	const filters = " `pet_ids` and the pets of lines count for `petId`; every bound belongs to its range."
	httpapi.Handle(a, read("listOrders", "/accounts/{accountId}/orders", "List orders",
		"The orders of the account, newest first."+filters), h.list)
	httpapi.Handle(a, read("getOrder", "/accounts/{accountId}/orders/{orderId}", "Get an order",
		"One order. subtotal is the sum of quantity × unit_price over all lines but adjustments, total is subtotal − discount + tax, "+
			"balance_due is total − paid; a refund is a payment below 0."), h.get)
	httpapi.Handle(a, read("listCustomerOrders", "/accounts/{accountId}/customers/{customerId}/orders", "List a customer's orders",
		"The orders of one customer, newest first."+filters), h.ofCustomer)
}

func read(id, path, summary, description string) httpapi.Operation {
	return httpapi.Operation{
		ID: id, Method: http.MethodGet, Path: path, Tag: "Orders", Summary: summary, Description: description,
		Access: httpapi.Ability("orders:read").AndCustomers("their own orders"),
	}
}

type listInput struct {
	httpapi.AccountPath
	httpapi.Paging
	AllFilters
}

func (h handler) list(ctx context.Context, in *listInput) (*httpapi.ListOutput[orders.Order], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[orders.Order], error) {
		return h.orders.List(ctx, in.AccountID, in.filter(), page)
	})
}

type getInput struct {
	httpapi.AccountPath
	OrderID uuid.UUID `path:"orderId" format:"uuid" doc:"The order"`
}

func (h handler) get(ctx context.Context, in *getInput) (*httpapi.Output[orders.Order], error) {
	o, err := h.orders.Get(ctx, in.AccountID, in.OrderID)
	if err != nil {
		return nil, err
	}
	return httpapi.One(o, o.Version), nil
}

type ofCustomerInput struct {
	httpapi.AccountPath
	Customer uuid.UUID `path:"customerId" format:"uuid" doc:"The customer"`
	httpapi.Paging
	Filters
}

func (h handler) ofCustomer(ctx context.Context, in *ofCustomerInput) (*httpapi.ListOutput[orders.Order], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[orders.Order], error) {
		return h.orders.OfCustomer(ctx, in.AccountID, in.Customer, in.filter(), page)
	})
}
