package healthrecords

import (
	"context"

	"github.com/google/uuid"
	api "github.com/petcare/petcare/adapters/http"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/paging"
)

// PetPath names a pet, wherever in the account it is; Huma reads embedded structs only when they are exported.
type PetPath struct {
	api.AccountPath
	PetID uuid.UUID `path:"petId" format:"uuid" doc:"The pet"`
}

// VaccinationPath names a vaccination of a pet.
type VaccinationPath struct {
	PetPath
	ExpirationID uuid.UUID `path:"expirationId" format:"uuid" doc:"The vaccination (expiration record)"`
	api.IfMatch
}

type listVaccinationsInput struct {
	PetPath
	api.Paging
	Status            healthrecords.Status    `query:"status" enum:"valid,expiring,expired" doc:"Only those that stand so today"`
	Current           api.Optional[bool]      `query:"current" doc:"Only those that expire last of their type (true), or only the others (false)"`
	VaccinationTypeID api.Optional[uuid.UUID] `query:"vaccinationTypeId" format:"uuid" doc:"Only those of this vaccination type"`
}

func (h handler) listVaccinations(ctx context.Context, in *listVaccinationsInput) (*api.ListOutput[healthrecords.Vaccination], error) {
	filter := healthrecords.VaccinationFilter{Status: in.Status, Current: in.Current.Ptr(), Type: in.VaccinationTypeID.Ptr()}
	return api.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[healthrecords.Vaccination], error) {
		return h.records.Vaccinations(ctx, in.AccountID, in.PetID, filter, page)
	})
}

type createVaccinationInput struct {
	PetPath
	Body healthrecords.VaccinationDraft
}

func (h handler) createVaccination(ctx context.Context, in *createVaccinationInput) (*api.Output[healthrecords.Vaccination], error) {
	v, err := h.records.CreateVaccination(ctx, in.AccountID, in.PetID, in.Body)
	if err != nil {
		return nil, err
	}
	return api.Created(ctx, v, v.Version, v.ID), nil
}

type updateVaccinationInput struct {
	VaccinationPath
	Body healthrecords.VaccinationChange
}

func (h handler) updateVaccination(ctx context.Context, in *updateVaccinationInput) (*api.Output[healthrecords.Vaccination], error) {
	v, err := h.records.UpdateVaccination(ctx, in.AccountID, in.PetID, in.ExpirationID, in.Match(), in.Body)
	if err != nil {
		return nil, err
	}
	return api.One(v, v.Version), nil
}

type deleteVaccinationInput struct{ VaccinationPath }

func (h handler) deleteVaccination(ctx context.Context, in *deleteVaccinationInput) (*api.Nothing, error) {
	return nil, h.records.DeleteVaccination(ctx, in.AccountID, in.PetID, in.ExpirationID, in.Match())
}
