package auth

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/paging"
)

const keysTag = "API keys"

const keyScope = " A key manages the keys that it could have made itself: those that hold no ability, see no account and live " +
	"no longer than it does."

func (h handler) registerKeys(a *httpapi.API) {
	manage := httpapi.Ability("keys:manage")
	httpapi.List(a, httpapi.Operation{
		ID: "listApiKeys", Path: "/apiKeys", Tag: keysTag, Access: manage,
		Summary: "List API keys", Description: "Newest first, without their secrets and without revoked ones." + keyScope,
	}, h.listKeys)
	httpapi.Handle(a, httpapi.Operation{
		ID: "createApiKey", Method: http.MethodPost, Path: "/apiKeys", Tag: keysTag, Access: manage, Status: http.StatusCreated,
		Problems: []string{"conflict"},
		Rules:    httpapi.RulesOf(h.auth.GrantFaults),
		Summary:  "Create an API key",
		Description: "The answer holds the `key`; it is not shown again. An ability that this key does not hold: 403 `ability_missing`. An " +
			"organization has at most 100 keys that work: beyond that, 409 `conflict`." + keyScope,
	}, h.createKey)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getCurrentApiKey", Method: http.MethodGet, Path: "/apiKeys/current", Tag: keysTag, Access: httpapi.KeysOnly(),
		Summary: "Get the API key of the request", Description: "Its own name, abilities, accounts and expiry, whatever its abilities are.",
	}, h.currentKey)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteApiKey", Path: "/apiKeys/{keyId}", Tag: keysTag, Access: manage,
		Summary: "Revoke an API key", Description: "It stops working on every replica within 5 seconds. The keys that it made go on " +
			"working, unless `descendants` is true; `created_by` in the list tells which they are." + keyScope,
	}, h.revokeKey)
}

func (h handler) listKeys(ctx context.Context, _ *httpapi.Paging, page paging.Request) (paging.Page[auth.Key], error) {
	return h.auth.ListKeysWithin(ctx, page)
}

func (h handler) createKey(ctx context.Context, in *struct{ Body auth.KeyGrant }) (*httpapi.Output[auth.NewKey], error) {
	k, err := h.auth.GrantKey(ctx, in.Body)
	return httpapi.Created(ctx, k, k.ID), err
}

func (h handler) currentKey(ctx context.Context, _ *struct{}) (*httpapi.Output[auth.Key], error) {
	k, err := h.auth.GetCurrentKey(ctx)
	return httpapi.Plain(k), err
}

func (h handler) revokeKey(ctx context.Context, in *struct {
	KeyID       uuid.UUID `path:"keyId" format:"uuid" doc:"The API key"`
	Descendants bool      `query:"descendants" doc:"Revoke the keys that it made, and those made, too"`
}) error {
	return h.auth.RevokeKeyWithin(ctx, in.KeyID, in.Descendants)
}
