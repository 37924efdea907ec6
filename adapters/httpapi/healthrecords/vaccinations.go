package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// VaccinationPath is the path of a vaccination of a pet.
type VaccinationPath struct {
	httpapi.PetPath
	ExpirationID uuid.UUID `path:"expirationId" format:"uuid" doc:"The vaccination (expiration record)"`
	httpapi.IfMatch
}

type listVaccinationsInput struct {
	httpapi.PetPath
	httpapi.Paging
	Status  healthrecords.Status   `query:"status" enum:"valid,expiring,expired" doc:"Only those with this status today"`
	Current httpapi.Optional[bool] `query:"current" doc:"Only those that expire last of their type (true), or only the others (false)"`

	VaccinationTypeID httpapi.Optional[uuid.UUID] `query:"vaccinationTypeId" format:"uuid" doc:"Only those of this vaccination type"`
}

func (h handler) listVaccinations(ctx context.Context, in *listVaccinationsInput,
	page paging.Request) (paging.Page[healthrecords.Vaccination], error) {
	filter := healthrecords.VaccinationFilter{Status: in.Status, Current: in.Current.Ptr(), Type: in.VaccinationTypeID.Ptr()}
	return h.records.ListVaccinations(ctx, in.AccountID, in.PetID, filter, page)
}

func (h handler) createVaccination(ctx context.Context, in *struct {
	httpapi.PetPath
	Body healthrecords.VaccinationCreate
}) (healthrecords.Vaccination, error) {
	return h.records.CreateVaccination(ctx, in.AccountID, in.PetID, in.Body)
}

func (h handler) updateVaccination(ctx context.Context, in *struct {
	VaccinationPath
	Body healthrecords.VaccinationPatch
}) (healthrecords.Vaccination, error) {
	return h.records.UpdateVaccination(ctx, in.AccountID, in.PetID, in.ExpirationID, in.Body, in.Match())
}

func (h handler) deleteVaccination(ctx context.Context, in *VaccinationPath) error {
	return h.records.DeleteVaccination(ctx, in.AccountID, in.PetID, in.ExpirationID, in.Match())
}
