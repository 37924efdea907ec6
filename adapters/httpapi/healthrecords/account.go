package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type listAccountVaccinationsInput struct {
	httpapi.AccountPath
	httpapi.Paging
	Status []string `query:"status,explode" enum:"valid,expiring,expired" doc:"Only with this status today; may be repeated"`

	Current httpapi.Optional[bool] `query:"current" doc:"Only those that expire last of their type (true), or only the others (false)"`

	VaccinationTypeID httpapi.Optional[uuid.UUID] `query:"vaccinationTypeId" format:"uuid" doc:"Only those of this vaccination type"`
	Species           string                      `query:"species" format:"species" doc:"Only those of pets of this species"`
	PetStatus         string                      `query:"petStatus" enum:"active,inactive,deceased" doc:"Only those of pets with this status"`
	ExpiresFrom       httpapi.Optional[clock.Day] `query:"expiresFrom" format:"date" doc:"Expires on this day or later" example:"2026-12-01"`
	ExpiresTo         httpapi.Optional[clock.Day] `query:"expiresTo" format:"date" doc:"Expires on this day or earlier" example:"2026-12-31"`
	Verified          httpapi.Optional[bool]      `query:"verified" doc:"Only those whose certificate staff have seen (true), or the others"`
	HasProof          httpapi.Optional[bool]      `query:"hasProof" doc:"Only those with a proof_file_id (true), or those without"`
	httpapi.Since
}

func (h handler) listAccountVaccinations(ctx context.Context, in *listAccountVaccinationsInput,
	page paging.Request) (paging.Page[healthrecords.ListedVaccination], error) {
	f := healthrecords.AccountFilter{
		Current: in.Current.Ptr(), Type: in.VaccinationTypeID.Ptr(), Pet: healthrecords.PetFilter{Species: in.Species, Status: in.PetStatus},
		From: in.ExpiresFrom.Value, To: in.ExpiresTo.Value, UpdatedSince: in.UpdatedSince.Ptr(),
		Verified: in.Verified.Ptr(), HasProof: in.HasProof.Ptr(),
	}
	for _, status := range in.Status {
		f.Statuses = append(f.Statuses, healthrecords.Status(status))
	}
	return h.records.ListAccountVaccinations(ctx, in.AccountID, f, page)
}

func (h handler) listUnrecordedProofs(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
}, page paging.Request) (paging.Page[healthrecords.UnrecordedProof], error) {
	return h.records.ListUnrecordedProofs(ctx, in.AccountID, page)
}

func (h handler) putRequirement(ctx context.Context, in *struct {
	TypePath
	Body healthrecords.Requirement
}) (healthrecords.VaccinationType, error) {
	return h.records.UpdateRequirement(ctx, in.AccountID, in.VaccinationTypeID, in.Body, in.Match())
}

type listComplianceInput struct {
	httpapi.AccountPath
	httpapi.Paging
	ServiceType string                      `query:"serviceType" required:"true" format:"service" doc:"The service" example:"boarding"`
	From        httpapi.Optional[clock.Day] `query:"from" format:"date" doc:"The first day (today)" example:"2026-12-22"`

	To httpapi.Optional[clock.Day] `query:"to" format:"date" doc:"The last day, on which pets are judged (the first day)" example:"2026-12-28"`

	Status healthrecords.ComplianceStatus `query:"status" enum:"compliant,expiring,non_compliant,not_required" doc:"Only rows in this status"`

	Species    string                      `query:"species" format:"species" doc:"Only pets of this species"`
	CustomerID httpapi.Optional[uuid.UUID] `query:"customerId" format:"uuid" doc:"Only the pets of this customer"`

	PetStatus string `query:"petStatus" enum:"active,inactive,deceased" default:"active" doc:"Only pets with this status"`
	Verified  bool   `query:"verified" doc:"Only vaccinations whose certificate staff have seen count"`
}

func (h handler) listCompliance(ctx context.Context, in *listComplianceInput,
	page paging.Request) (paging.Page[healthrecords.Compliance], error) {
	return h.records.ListCompliance(ctx, in.AccountID, healthrecords.ComplianceQuery{
		Service: in.ServiceType, From: in.From.Value, To: in.To.Value, Status: in.Status, Verified: in.Verified,
		Pets: healthrecords.PetFilter{Species: in.Species, Status: in.PetStatus, Customer: in.CustomerID.Value},
	}, page)
}

func (h handler) checkCompliance(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body healthrecords.ComplianceCheck
}) (*httpapi.ListOutput[healthrecords.Compliance], error) {
	rows, err := h.records.CheckCompliance(ctx, in.AccountID, in.Body)
	return httpapi.Whole(ctx, rows), err
}
