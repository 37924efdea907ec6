// Package accounts exposes accounts over HTTP.
package accounts

import (
	"context"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *accounts.Service) httpapi.Routes {
	return httpapi.Routes{Module: "accounts", Register: handler{s}.register}
})

const tag = "Accounts"

type handler struct{ accounts *accounts.Service }

func (h handler) register(a *httpapi.API) {
	httpapi.List(a, httpapi.Operation{
		ID: "listAccounts", Path: "/accounts", Tag: tag,
		Summary: "List accounts", Description: "The accounts (locations) that the credential sees, by name, whatever its case and accents.",
		Access: httpapi.Ability("accounts:read").AndCustomers("their own account"),
	}, h.list)
	httpapi.Get(a, httpapi.Operation{
		ID: "getAccount", Path: "/accounts/{accountId}", Tag: tag,
		Summary: "Get an account",
		Access:  httpapi.Ability("accounts:read").AndCustomers("their own account"),
	}, h.get)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateAccount", Path: "/accounts/{accountId}", Tag: tag,
		Summary: "Change an account",
		Description: "What the staff of a location decide; status, code, time zone, currency and country are the operator's, who " +
			"changes them with the command line. `address` merges line by line. An inactive account can only be read: every write in it " +
			"is a 409 `account_inactive`.",
		Access: httpapi.Ability("accounts:write"),
	}, h.update)
	httpapi.List(a, httpapi.Operation{
		ID: "listPendingReasonOptions", Path: "/accounts/{accountId}/pendingReasonOptions", Tag: tag,
		Summary: "List pending reason options", Description: "Why an order can be waiting, by item_order.",
		Access: httpapi.Ability("accounts:read").AndCustomers("all"),
	}, h.pendingReasons)
}

func (h handler) list(ctx context.Context, in *httpapi.Paging, page paging.Request) (paging.Page[accounts.Account], error) {
	return h.accounts.List(ctx, page)
}

func (h handler) get(ctx context.Context, in *httpapi.AccountPath) (accounts.Account, error) {
	return h.accounts.Get(ctx, in.AccountID)
}

func (h handler) update(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.IfMatch
	Body accounts.AccountPatch
}) (accounts.Account, error) {
	return h.accounts.Update(ctx, in.AccountID, in.Body, in.Match())
}

func (h handler) pendingReasons(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
	ServiceType string `query:"serviceType" format:"service" doc:"Only those that apply to this service"`
}, page paging.Request) (paging.Page[accounts.PendingReason], error) {
	return h.accounts.ListPendingReasons(ctx, in.AccountID, in.ServiceType, page)
}
