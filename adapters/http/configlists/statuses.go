package configlists

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	api "github.com/petcare/petcare/adapters/http"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/paging"
)

type statusHandler struct{ lists *configlists.Service }

func (h statusHandler) register(a *api.API) {
	const tag, all, one = "Secondary pet statuses", account + "secondaryPetStatuses", account + "secondaryPetStatuses/{statusId}"
	api.Handle(a, api.Operation{
		ID: "listSecondaryPetStatuses", Method: http.MethodGet, Path: all, Tag: tag, Summary: "List secondary pet statuses",
		Description: "By item_order.", Access: read().AndCustomers("all"),
	}, h.list)
	api.Handle(a, api.Operation{
		ID: "createSecondaryPetStatus", Method: http.MethodPost, Path: all, Tag: tag, Status: http.StatusCreated,
		Summary: "Add a secondary pet status", Access: write(),
		Description: "It is placed last. A name that another one has, whatever the case, is a 409 `duplicate`.",
	}, h.create)
	api.Handle(a, api.Operation{
		ID: "getSecondaryPetStatus", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Get a secondary pet status", Access: read().AndCustomers("all"),
	}, h.get)
	api.Handle(a, api.Operation{
		ID: "updateSecondaryPetStatus", Method: http.MethodPatch, Path: one, Tag: tag,
		Summary: "Rename a secondary pet status", Description: "Only the name changes.", Access: write(),
	}, h.update)
	api.Handle(a, api.Operation{
		ID: "deleteSecondaryPetStatus", Method: http.MethodDelete, Path: one, Tag: tag, Summary: "Delete a secondary pet status",
		Description: "Pets that have it keep its id; they then show no secondary status.", Access: write(),
	}, h.delete)
}

type listStatusesInput struct {
	api.AccountPath
	api.Paging
}

func (h statusHandler) list(ctx context.Context, in *listStatusesInput) (*api.ListOutput[configlists.SecondaryPetStatus], error) {
	return api.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[configlists.SecondaryPetStatus], error) {
		return h.lists.ListSecondaryPetStatuses(ctx, in.AccountID, page)
	})
}

type createStatusInput struct {
	api.AccountPath
	Body configlists.SecondaryPetStatusDraft
}

func (h statusHandler) create(ctx context.Context, in *createStatusInput) (*api.Output[configlists.SecondaryPetStatus], error) {
	s, err := h.lists.CreateSecondaryPetStatus(ctx, in.AccountID, in.Body)
	if err != nil {
		return nil, err
	}
	return api.Created(ctx, s, s.Version, s.ID), nil
}

// StatusPath names a status.
type StatusPath struct {
	api.AccountPath
	StatusID uuid.UUID `path:"statusId" format:"uuid" doc:"The status"`
}

func (h statusHandler) get(ctx context.Context, in *StatusPath) (*api.Output[configlists.SecondaryPetStatus], error) {
	s, err := h.lists.SecondaryPetStatus(ctx, in.AccountID, in.StatusID)
	if err != nil {
		return nil, err
	}
	return api.One(s, s.Version), nil
}

type updateStatusInput struct {
	StatusPath
	api.IfMatch
	Body configlists.SecondaryPetStatusChange
}

func (h statusHandler) update(ctx context.Context, in *updateStatusInput) (*api.Output[configlists.SecondaryPetStatus], error) {
	s, err := h.lists.ChangeSecondaryPetStatus(ctx, in.AccountID, in.StatusID, in.Body, in.Match())
	if err != nil {
		return nil, err
	}
	return api.One(s, s.Version), nil
}

type deleteStatusInput struct {
	StatusPath
	api.IfMatch
}

func (h statusHandler) delete(ctx context.Context, in *deleteStatusInput) (*api.Nothing, error) {
	return nil, h.lists.DeleteSecondaryPetStatus(ctx, in.AccountID, in.StatusID, in.Match())
}
