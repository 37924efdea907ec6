// Package healthrecords keeps the vaccinations and preventives of pets, their types, what services require of them, and the exemptions
// from that.
package healthrecords

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Vaccination is the record of a vaccination and its expiry, as the API and events show it. Type, Status, DaysUntilExpiry
// and Current are not stored but found when it is read.
type Vaccination struct {
	record.Meta
	PetID             uuid.UUID `json:"pet_id" format:"uuid" doc:"The pet"`
	VaccinationTypeID uuid.UUID `json:"vaccination_type_id" format:"uuid" doc:"What the pet is vaccinated against"`

	Type jsonb.Of[VaccinationTypeLabel] `json:"type" gorm:"->" doc:"Computed: the type as it is now; a deleted type keeps its name here"`

	ExpiresOn      clock.Day  `json:"expires_on" format:"date" doc:"The last valid day" example:"2027-03-14"`
	AdministeredOn *clock.Day `json:"administered_on" format:"date" doc:"When it was given" example:"2026-03-14"`
	Manufacturer   *string    `json:"manufacturer" maxLength:"120" doc:"Who made the vaccine" example:"Nordimmun"`
	LotNumber      *string    `json:"lot_number" maxLength:"120" doc:"Lot of the vaccine" example:"A04711-2"`
	Clinic         *string    `json:"clinic" maxLength:"120" doc:"Where it was given" example:"Parkside Vets"`
	Veterinarian   *string    `json:"veterinarian" maxLength:"120" doc:"Who gave it" example:"Dr Amara Obi"`
	Verified       bool       `json:"verified" doc:"Whether staff have seen the certificate"`
	ProofFileID    *uuid.UUID `json:"proof_file_id" format:"uuid" doc:"The certificate, a file of the pet"`
	Note           *string    `json:"note" maxLength:"2000" doc:"Remarks" example:"Certificate seen as photo only."`
	Standing
	Current    bool    `json:"current" gorm:"->" doc:"Whether it is the record of its type that expires last"`
	ExternalID *string `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"V-1"`

	KnownStatus Status    `json:"-"` // the status that it was last known to have, by a write or because it was announced
	KnownOn     clock.Day `json:"-"` // the account's day of that
}

// expires sets the last valid day. The status that a write brings is known, so nobody is told of it.
func (v *Vaccination) expires(on clock.Day, today Today) {
	if v.KnownStatus == "" || on != v.ExpiresOn {
		v.KnownStatus, v.KnownOn = today.standing(on).Status, today.Day
	}
	v.ExpiresOn = on
}

// VaccinationTypeLabel is a vaccination type as a vaccination shows it.
type VaccinationTypeLabel struct {
	ID           uuid.UUID `json:"id" format:"uuid" doc:"Id of the type"`
	Name         string    `json:"name" maxLength:"80" doc:"Its name" example:"Rabies"`
	Abbreviation *string   `json:"abbreviation" maxLength:"12" doc:"Its abbreviation" example:"RAB"`
}

// VaccinationDetails are the keys that the API and the import write alike.
type VaccinationDetails struct {
	ExpiresOn      *clock.Day `json:"expires_on,omitempty" format:"date" example:"2027-03-14"`
	AdministeredOn *clock.Day `json:"administered_on,omitempty" format:"date" example:"2026-03-14"`
	Manufacturer   *string    `json:"manufacturer,omitempty" maxLength:"120" doc:"Who made the vaccine" example:"Nordimmun"`
	LotNumber      *string    `json:"lot_number,omitempty" maxLength:"120" doc:"Lot of the vaccine" example:"A04711-2"`
	Clinic         *string    `json:"clinic,omitempty" maxLength:"120" doc:"Where it was given" example:"Parkside Vets"`
	Veterinarian   *string    `json:"veterinarian,omitempty" maxLength:"120" doc:"Who gave it" example:"Dr Amara Obi"`
	Verified       bool       `json:"verified,omitempty" doc:"Whether staff have seen the certificate (false)"`
	Note           *string    `json:"note,omitempty" maxLength:"2000" doc:"Remarks" example:"Certificate seen as photo only."`
}

// Docs describes the keys whose texts are too long for a tag.
func (VaccinationDetails) Docs() map[string]string {
	return map[string]string{
		"administered_on": "From 1900-01-01 on, not after expires_on, not in the future",
		"expires_on": "The last valid day, from 1900-01-01 on; required unless it can be calculated: from administered_on and the " +
			"default_validity_months of the type",
	}
}

// VaccinationCreate is what a new vaccination is made from.
type VaccinationCreate struct {
	VaccinationTypeID uuid.UUID `json:"vaccination_type_id" format:"uuid" doc:"A vaccination type of the account; does not change later"`
	VaccinationDetails
	ProofFileID *uuid.UUID `json:"proof_file_id,omitempty" format:"uuid" doc:"The certificate, a file of the pet"`

	ExternalID *string `json:"external_id,omitempty" maxLength:"100" doc:"Id in the system it came from" example:"V-1"`
}

// VaccinationPatch is a merge patch of a vaccination.
type VaccinationPatch struct {
	ExpiresOn      patch.Field[clock.Day] `json:"expires_on,omitzero" nullable:"false" format:"date" example:"2027-03-14"`
	AdministeredOn patch.Field[clock.Day] `json:"administered_on,omitzero" format:"date"`
	Manufacturer   patch.Field[string]    `json:"manufacturer,omitzero" maxLength:"120" example:"Nordimmun"`
	LotNumber      patch.Field[string]    `json:"lot_number,omitzero" maxLength:"120" example:"A04711-2"`
	Clinic         patch.Field[string]    `json:"clinic,omitzero" maxLength:"120" example:"Parkside Vets"`
	Veterinarian   patch.Field[string]    `json:"veterinarian,omitzero" maxLength:"120" example:"Dr Amara Obi"`
	Verified       patch.Field[bool]      `json:"verified,omitzero" nullable:"false"`
	ProofFileID    patch.Field[uuid.UUID] `json:"proof_file_id,omitzero" format:"uuid" doc:"The certificate, a file of the pet"`
	Note           patch.Field[string]    `json:"note,omitzero" maxLength:"2000" example:"Certificate seen."`
	ExternalID     patch.Field[string]    `json:"external_id,omitzero" maxLength:"100" example:"V-1"`
}

// Docs describes the days.
func (VaccinationPatch) Docs() map[string]string {
	return map[string]string{
		"administered_on": "From 1900-01-01 on, not after expires_on, not in the future; null clears",
		"expires_on":      "The last valid day, from 1900-01-01 on",
	}
}
