// Package orders exposes orders over HTTP.
package orders

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *orders.Service) httpapi.Routes {
	return httpapi.Routes{Module: "orders", Register: handler{s}.register}
})

type handler struct{ orders *orders.Service }

func (h handler) register(a *httpapi.API) {
	const filters = " `petId` finds the pets of `pet_ids` and of lines. Time filters include their bounds; a day is a day of the account's " +
		"time zone. An order without starts_at overlaps nothing. With `include`, keys need customers:read too."
	httpapi.List(a, read("listOrders", "/accounts/{accountId}/orders", "List orders",
		"The orders of the account, newest first."+filters), h.list)
	httpapi.Get(a, read("getOrder", "/accounts/{accountId}/orders/{orderId}", "Get an order",
		"One order. subtotal is the sum of quantity × unit_price over all lines but adjustments, total is subtotal − discount + tax, "+
			"balance_due is total − paid; a refund is a payment below 0. With `include`, keys need customers:read too."), h.get)
	httpapi.List(a, read("listCustomerOrders", "/accounts/{accountId}/customers/{customerId}/orders", "List a customer's orders",
		"The orders of one customer, newest first."+filters), h.ofCustomer)
}

func read(id, path, summary, description string) httpapi.Operation {
	return httpapi.Operation{
		ID: id, Path: path, Tag: "Orders", Summary: summary, Description: description,
		Access: httpapi.Ability("orders:read").AndCustomers("their own orders"),
	}
}

func (h handler) list(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
	AllFilters
}, page paging.Request) (paging.Page[orders.ListedOrder], error) {
	with, err := in.include(ctx)
	if err != nil {
		return paging.Page[orders.ListedOrder]{}, err
	}
	return h.orders.List(ctx, in.AccountID, in.filter(), with, page)
}

func (h handler) get(ctx context.Context, in *struct {
	httpapi.AccountPath
	Include
	OrderID uuid.UUID `path:"orderId" format:"uuid" doc:"The order"`
}) (orders.ListedOrder, error) {
	with, err := in.include(ctx)
	if err != nil {
		return orders.ListedOrder{}, err
	}
	return h.orders.GetListed(ctx, in.AccountID, in.OrderID, with)
}

func (h handler) ofCustomer(ctx context.Context, in *struct {
	httpapi.CustomerPath
	httpapi.Paging
	Filters
}, page paging.Request) (paging.Page[orders.ListedOrder], error) {
	with, err := in.include(ctx)
	if err != nil {
		return paging.Page[orders.ListedOrder]{}, err
	}
	return h.orders.ListOfCustomer(ctx, in.AccountID, in.CustomerID, in.filter(), with, page)
}
