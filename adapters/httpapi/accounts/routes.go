// Package accounts exposes accounts over HTTP.
package accounts

import (
	"context"
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/paging"
)

// Module hands the routes in.
var Module = httpapi.ProvideRoutes(func(s *accounts.Service) httpapi.Routes {
	return httpapi.Routes{Module: "accounts", Register: handler{s}.register}
})

const tag = "Accounts"

type handler struct{ accounts *accounts.Service }

func (h handler) register(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Operation{
		ID: "listAccounts", Method: http.MethodGet, Path: "/accounts", Tag: tag,
		Summary: "List accounts", Description: "The accounts (locations) that the credential sees, by name.",
		Access: httpapi.Ability("accounts:read").AndCustomers("their own account"),
	}, h.list)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getAccount", Method: http.MethodGet, Path: "/accounts/{accountId}", Tag: tag,
		Summary: "Get an account",
		Access:  httpapi.Ability("accounts:read").AndCustomers("their own account"),
	}, h.get)
	httpapi.Handle(a, httpapi.Operation{
		ID: "listPendingReasonOptions", Method: http.MethodGet, Path: "/accounts/{accountId}/pendingReasonOptions", Tag: tag,
		Summary: "List pending reason options", Description: "Why an order can be waiting, by item_order.",
		Access: httpapi.Ability("accounts:read").AndCustomers("all"),
	}, h.pendingReasons)
}

type listInput struct{ httpapi.Paging }

func (h handler) list(ctx context.Context, in *listInput) (*httpapi.ListOutput[accounts.Account], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[accounts.Account], error) {
		return h.accounts.Visible(ctx, page)
	})
}

type getInput struct{ httpapi.AccountPath }

func (h handler) get(ctx context.Context, in *getInput) (*httpapi.Output[accounts.Account], error) {
	a, err := h.accounts.Get(ctx, in.AccountID)
	if err != nil {
		return nil, err
	}
	return httpapi.One(a, a.Version), nil
}

type pendingReasonsInput struct {
	httpapi.AccountPath
	httpapi.Paging
	ServiceType string `query:"serviceType" enum:"boarding,daycare,grooming,training,classes,retail" doc:"Only those that apply to this service"`
}

func (h handler) pendingReasons(ctx context.Context, in *pendingReasonsInput) (*httpapi.ListOutput[accounts.PendingReason], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[accounts.PendingReason], error) {
		return h.accounts.PendingReasons(ctx, in.AccountID, in.ServiceType, page)
	})
}
