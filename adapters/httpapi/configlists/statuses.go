package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type statusHandler struct{ lists *configlists.Service }

func (h statusHandler) register(a *httpapi.API) {
	const tag, all, one = "Secondary pet statuses", account + "secondaryPetStatuses", account + "secondaryPetStatuses/{statusId}"
	httpapi.List(a, httpapi.Operation{
		ID: "listSecondaryPetStatuses", Path: all, Tag: tag, Summary: "List secondary pet statuses",
		Description: "By item_order.", Access: read().AndCustomers("all, where their form field is visible to them"),
	}, h.list)
	httpapi.Create(a, httpapi.Operation{
		ID: "createSecondaryPetStatus", Path: all, Tag: tag,
		Problems: []string{"duplicate"},
		Summary:  "Add a secondary pet status", Access: write(),
		Description: "It is placed last. A name that another one has, whatever the case, is a 409 `duplicate`.",
	}, h.create)
	httpapi.Get(a, httpapi.Operation{
		ID: "getSecondaryPetStatus", Path: one, Tag: tag,
		Summary: "Get a secondary pet status", Access: read().AndCustomers("all, where their form field is visible to them"),
	}, h.get)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateSecondaryPetStatus", Path: one, Tag: tag,
		Problems: []string{"duplicate"},
		Summary:  "Rename a secondary pet status", Description: "Only the name changes.", Access: write(),
	}, h.update)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteSecondaryPetStatus", Path: one, Tag: tag, Summary: "Delete a secondary pet status",
		Description: "Pets that have it keep its id; they then show no secondary status.", Access: write(),
	}, h.delete)
}

func (h statusHandler) list(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
}, page paging.Request) (paging.Page[configlists.SecondaryPetStatus], error) {
	return h.lists.ListSecondaryPetStatuses(ctx, in.AccountID, page)
}

func (h statusHandler) create(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body configlists.SecondaryPetStatusCreate
}) (configlists.SecondaryPetStatus, error) {
	return h.lists.CreateSecondaryPetStatus(ctx, in.AccountID, in.Body)
}

// StatusPath is the path of a status.
type StatusPath struct {
	httpapi.AccountPath
	StatusID uuid.UUID `path:"statusId" format:"uuid" doc:"The status"`
}

func (h statusHandler) get(ctx context.Context, in *StatusPath) (configlists.SecondaryPetStatus, error) {
	return h.lists.GetSecondaryPetStatus(ctx, in.AccountID, in.StatusID)
}

func (h statusHandler) update(ctx context.Context, in *struct {
	StatusPath
	httpapi.IfMatch
	Body configlists.SecondaryPetStatusPatch
}) (configlists.SecondaryPetStatus, error) {
	return h.lists.UpdateSecondaryPetStatus(ctx, in.AccountID, in.StatusID, in.Body, in.Match())
}

func (h statusHandler) delete(ctx context.Context, in *struct {
	StatusPath
	httpapi.IfMatch
}) error {
	return h.lists.DeleteSecondaryPetStatus(ctx, in.AccountID, in.StatusID, in.Match())
}
