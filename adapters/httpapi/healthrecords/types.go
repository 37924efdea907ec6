package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/paging"
)

// TypePath names a vaccination type.
type TypePath struct {
	httpapi.AccountPath
	VaccinationTypeID uuid.UUID `path:"vaccinationTypeId" format:"uuid" doc:"The vaccination type"`
	httpapi.IfMatch
}

type listTypesInput struct {
	httpapi.AccountPath
	httpapi.Paging
}

func (h handler) listTypes(ctx context.Context, in *listTypesInput) (*httpapi.ListOutput[healthrecords.VaccinationType], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[healthrecords.VaccinationType], error) {
		return h.records.VaccinationTypes(ctx, in.AccountID, page)
	})
}

type createTypeInput struct {
	httpapi.AccountPath
	Body healthrecords.VaccinationTypeCreate
}

func (h handler) createType(ctx context.Context, in *createTypeInput) (*httpapi.Output[healthrecords.VaccinationType], error) {
	t, err := h.records.CreateVaccinationType(ctx, in.AccountID, in.Body)
	if err != nil {
		return nil, err
	}
	return httpapi.Created(ctx, t, t.Version, t.ID), nil
}

type updateTypeInput struct {
	TypePath
	Body healthrecords.VaccinationTypePatch
}

func (h handler) updateType(ctx context.Context, in *updateTypeInput) (*httpapi.Output[healthrecords.VaccinationType], error) {
	t, err := h.records.UpdateVaccinationType(ctx, in.AccountID, in.VaccinationTypeID, in.Body, in.Match())
	if err != nil {
		return nil, err
	}
	return httpapi.One(t, t.Version), nil
}

type deleteTypeInput struct{ TypePath }

func (h handler) deleteType(ctx context.Context, in *deleteTypeInput) (*httpapi.Nothing, error) {
	return nil, h.records.DeleteVaccinationType(ctx, in.AccountID, in.VaccinationTypeID, in.Match())
}
