package healthrecords

import (
	"context"

	"github.com/google/uuid"
	api "github.com/petcare/petcare/adapters/http"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/paging"
)

// TypePath names a vaccination type.
type TypePath struct {
	api.AccountPath
	VaccinationTypeID uuid.UUID `path:"vaccinationTypeId" format:"uuid" doc:"The vaccination type"`
	api.IfMatch
}

type listTypesInput struct {
	api.AccountPath
	api.Paging
}

func (h handler) listTypes(ctx context.Context, in *listTypesInput) (*api.ListOutput[healthrecords.VaccinationType], error) {
	return api.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[healthrecords.VaccinationType], error) {
		return h.records.VaccinationTypes(ctx, in.AccountID, page)
	})
}

type createTypeInput struct {
	api.AccountPath
	Body healthrecords.VaccinationTypeDraft
}

func (h handler) createType(ctx context.Context, in *createTypeInput) (*api.Output[healthrecords.VaccinationType], error) {
	t, err := h.records.CreateVaccinationType(ctx, in.AccountID, in.Body)
	if err != nil {
		return nil, err
	}
	return api.Created(ctx, t, t.Version, t.ID), nil
}

type updateTypeInput struct {
	TypePath
	Body healthrecords.VaccinationTypeChange
}

func (h handler) updateType(ctx context.Context, in *updateTypeInput) (*api.Output[healthrecords.VaccinationType], error) {
	t, err := h.records.UpdateVaccinationType(ctx, in.AccountID, in.VaccinationTypeID, in.Match(), in.Body)
	if err != nil {
		return nil, err
	}
	return api.One(t, t.Version), nil
}

type deleteTypeInput struct{ TypePath }

func (h handler) deleteType(ctx context.Context, in *deleteTypeInput) (*api.Nothing, error) {
	return nil, h.records.DeleteVaccinationType(ctx, in.AccountID, in.VaccinationTypeID, in.Match())
}
