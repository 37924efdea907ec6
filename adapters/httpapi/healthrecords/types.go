package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// TypePath is the path of a vaccination type.
type TypePath struct {
	httpapi.AccountPath
	VaccinationTypeID uuid.UUID `path:"vaccinationTypeId" format:"uuid" doc:"The vaccination type"`
	httpapi.IfMatch
}

func (h handler) listTypes(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
}, page paging.Request) (paging.Page[healthrecords.VaccinationType], error) {
	return h.records.ListVaccinationTypes(ctx, in.AccountID, page)
}

func (h handler) createType(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body healthrecords.VaccinationTypeCreate
}) (healthrecords.VaccinationType, error) {
	return h.records.CreateVaccinationType(ctx, in.AccountID, in.Body)
}

func (h handler) updateType(ctx context.Context, in *struct {
	TypePath
	Body healthrecords.VaccinationTypePatch
}) (healthrecords.VaccinationType, error) {
	return h.records.UpdateVaccinationType(ctx, in.AccountID, in.VaccinationTypeID, in.Body, in.Match())
}

func (h handler) deleteType(ctx context.Context, in *TypePath) error {
	return h.records.DeleteVaccinationType(ctx, in.AccountID, in.VaccinationTypeID, in.Match())
}
