package healthrecords

import (
	"context"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/paging"
)

func (h handler) listPreventives(ctx context.Context, in *struct {
	httpapi.PetPath
	httpapi.Paging
}, page paging.Request) (paging.Page[healthrecords.Preventive], error) {
	return h.records.ListPreventives(ctx, in.AccountID, in.PetID, page)
}

func (h handler) listPreventiveTypes(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
}, page paging.Request) (paging.Page[healthrecords.PreventiveType], error) {
	return h.records.ListPreventiveTypes(ctx, in.AccountID, page)
}
