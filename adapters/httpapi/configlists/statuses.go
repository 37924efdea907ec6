package configlists

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/paging"
)

type statusHandler struct{ lists *configlists.Service }

func (h statusHandler) register(a *httpapi.API) {
	const tag, all, one = "Secondary pet statuses", account + "secondaryPetStatuses", account + "secondaryPetStatuses/{statusId}"
	httpapi.Handle(a, httpapi.Operation{
		ID: "listSecondaryPetStatuses", Method: http.MethodGet, Path: all, Tag: tag, Summary: "List secondary pet statuses",
		Description: "By item_order.", Access: read().AndCustomers("all"),
	}, h.list)
	httpapi.Handle(a, httpapi.Operation{
		ID: "createSecondaryPetStatus", Method: http.MethodPost, Path: all, Tag: tag, Status: http.StatusCreated,
		Summary: "Add a secondary pet status", Access: write(),
		Description: "It is placed last. A name that another one has, whatever the case, is a 409 `duplicate`.",
	}, h.create)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getSecondaryPetStatus", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Get a secondary pet status", Access: read().AndCustomers("all"),
	}, h.get)
	httpapi.Handle(a, httpapi.Operation{
		ID: "updateSecondaryPetStatus", Method: http.MethodPatch, Path: one, Tag: tag,
		Summary: "Rename a secondary pet status", Description: "Only the name changes.", Access: write(),
	}, h.update)
	httpapi.Handle(a, httpapi.Operation{
		ID: "deleteSecondaryPetStatus", Method: http.MethodDelete, Path: one, Tag: tag, Summary: "Delete a secondary pet status",
		Description: "Pets that have it keep its id; they then show no secondary status.", Access: write(),
	}, h.delete)
}

type listStatusesInput struct {
	httpapi.AccountPath
	httpapi.Paging
}

func (h statusHandler) list(ctx context.Context, in *listStatusesInput) (*httpapi.ListOutput[configlists.SecondaryPetStatus], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[configlists.SecondaryPetStatus], error) {
		return h.lists.ListSecondaryPetStatuses(ctx, in.AccountID, page)
	})
}

type createStatusInput struct {
	httpapi.AccountPath
	Body configlists.SecondaryPetStatusCreate
}

func (h statusHandler) create(ctx context.Context, in *createStatusInput) (*httpapi.Output[configlists.SecondaryPetStatus], error) {
	s, err := h.lists.CreateSecondaryPetStatus(ctx, in.AccountID, in.Body)
	if err != nil {
		return nil, err
	}
	return httpapi.Created(ctx, s, s.Version, s.ID), nil
}

// StatusPath names a status.
type StatusPath struct {
	httpapi.AccountPath
	StatusID uuid.UUID `path:"statusId" format:"uuid" doc:"The status"`
}

func (h statusHandler) get(ctx context.Context, in *StatusPath) (*httpapi.Output[configlists.SecondaryPetStatus], error) {
	s, err := h.lists.SecondaryPetStatus(ctx, in.AccountID, in.StatusID)
	if err != nil {
		return nil, err
	}
	return httpapi.One(s, s.Version), nil
}

type updateStatusInput struct {
	StatusPath
	httpapi.IfMatch
	Body configlists.SecondaryPetStatusPatch
}

func (h statusHandler) update(ctx context.Context, in *updateStatusInput) (*httpapi.Output[configlists.SecondaryPetStatus], error) {
	s, err := h.lists.UpdateSecondaryPetStatus(ctx, in.AccountID, in.StatusID, in.Body, in.Match())
	if err != nil {
		return nil, err
	}
	return httpapi.One(s, s.Version), nil
}

type deleteStatusInput struct {
	StatusPath
	httpapi.IfMatch
}

func (h statusHandler) delete(ctx context.Context, in *deleteStatusInput) (*httpapi.Nothing, error) {
	return nil, h.lists.DeleteSecondaryPetStatus(ctx, in.AccountID, in.StatusID, in.Match())
}
