// Package accounts exposes accounts over HTTP.
package accounts

import (
	"context"
	"net/http"

	api "github.com/petcare/petcare/adapters/http"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/paging"
)

// Module hands the routes in.
var Module = api.ProvideRoutes(func(s *accounts.Service) api.Routes {
	return api.Routes{Module: "accounts", Register: handler{s}.register}
})

const tag = "Accounts"

type handler struct{ accounts *accounts.Service }

func (h handler) register(a *api.API) {
	api.Handle(a, api.Operation{
		ID: "listAccounts", Method: http.MethodGet, Path: "/accounts", Tag: tag,
		Summary: "List accounts", Description: "The accounts (locations) that the credential sees, by name.",
		Access: api.Ability("accounts:read").AndCustomers("their own account"),
	}, h.list)
	api.Handle(a, api.Operation{
		ID: "getAccount", Method: http.MethodGet, Path: "/accounts/{accountId}", Tag: tag,
		Summary: "Get an account",
		Access:  api.Ability("accounts:read").AndCustomers("their own account"),
	}, h.get)
	api.Handle(a, api.Operation{
		ID: "listPendingReasonOptions", Method: http.MethodGet, Path: "/accounts/{accountId}/pendingReasonOptions", Tag: tag,
		Summary: "List pending reason options", Description: "Why an order can be waiting, by item_order.",
		Access: api.Ability("accounts:read").AndCustomers("all"),
	}, h.pendingReasons)
}

type listInput struct{ api.Paging }

func (h handler) list(ctx context.Context, in *listInput) (*api.ListOutput[accounts.Account], error) {
	return api.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[accounts.Account], error) {
		return h.accounts.Visible(ctx, page)
	})
}

type getInput struct{ api.AccountPath }

func (h handler) get(ctx context.Context, in *getInput) (*api.Output[accounts.Account], error) {
	a, err := h.accounts.Get(ctx, in.AccountID)
	if err != nil {
		return nil, err
	}
	return api.One(a, a.Version), nil
}

type pendingReasonsInput struct {
	api.AccountPath
	api.Paging
	ServiceType string `query:"serviceType" enum:"boarding,daycare,grooming,training,classes,retail" doc:"Only those that apply to this service"`
}

func (h handler) pendingReasons(ctx context.Context, in *pendingReasonsInput) (*api.ListOutput[accounts.PendingReason], error) {
	return api.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[accounts.PendingReason], error) {
		return h.accounts.PendingReasons(ctx, in.AccountID, in.ServiceType, page)
	})
}
