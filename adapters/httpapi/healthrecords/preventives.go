package healthrecords

import (
	"context"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/paging"
)

type listPreventivesInput struct {
	PetPath
	httpapi.Paging
}

func (h handler) listPreventives(ctx context.Context, in *listPreventivesInput) (*httpapi.ListOutput[healthrecords.Preventive], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[healthrecords.Preventive], error) {
		return h.records.Preventives(ctx, in.AccountID, in.PetID, page)
	})
}

type listPreventiveTypesInput struct {
	httpapi.AccountPath
	httpapi.Paging
}

func (h handler) listPreventiveTypes(ctx context.Context, in *listPreventiveTypesInput) (*httpapi.ListOutput[healthrecords.PreventiveType], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[healthrecords.PreventiveType], error) {
		return h.records.PreventiveTypes(ctx, in.AccountID, page)
	})
}
