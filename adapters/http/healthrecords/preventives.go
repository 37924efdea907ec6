package healthrecords

import (
	"context"

	api "github.com/petcare/petcare/adapters/http"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/paging"
)

type listPreventivesInput struct {
	PetPath
	api.Paging
}

func (h handler) listPreventives(ctx context.Context, in *listPreventivesInput) (*api.ListOutput[healthrecords.Preventive], error) {
	return api.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[healthrecords.Preventive], error) {
		return h.records.Preventives(ctx, in.AccountID, in.PetID, page)
	})
}

type listPreventiveTypesInput struct {
	api.AccountPath
	api.Paging
}

func (h handler) listPreventiveTypes(ctx context.Context, in *listPreventiveTypesInput) (*api.ListOutput[healthrecords.PreventiveType], error) {
	return api.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[healthrecords.PreventiveType], error) {
		return h.records.PreventiveTypes(ctx, in.AccountID, page)
	})
}
