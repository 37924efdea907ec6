package healthrecords

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
)

// PreventiveType is a kind of regular treatment, as the API and events show it.
type PreventiveType struct {
	record.Meta
	Name         string             `json:"name" minLength:"1" maxLength:"80" doc:"Its name" example:"Flea & tick spot-on"`
	Category     string             `json:"category" enum:"flea_tick,heartworm,dewormer,other" doc:"What it protects from"`
	Species      jsonb.Of[[]string] `json:"species" maxItems:"14" format:"species" doc:"The species it is for; empty means all"`
	IntervalDays *int               `json:"interval_days" minimum:"1" maximum:"3650" doc:"After how many days it is due again" example:"30"`
	ExternalID   *string            `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"PT-1"`
}

// Preventive is a treatment that a pet has had, as the API and events show it. Type, Status and DaysUntilExpiry are not
// kept but found when it is read.
type Preventive struct {
	record.Meta
	PetID            uuid.UUID                     `json:"pet_id" format:"uuid" doc:"The pet"`
	PreventiveTypeID uuid.UUID                     `json:"preventive_type_id" format:"uuid" doc:"Kind of treatment"`
	Type             jsonb.Of[PreventiveTypeLabel] `json:"type" gorm:"->" doc:"Computed: the type as it is now"`
	Product          *string                       `json:"product" maxLength:"120" doc:"What was given" example:"Tickaway Spot-On"`
	AdministeredOn   *clock.Day                    `json:"administered_on" format:"date" doc:"When it was given" example:"2026-03-14"`
	ExpiresOn        clock.Day                     `json:"expires_on" format:"date" doc:"The last day of protection" example:"2026-04-13"`
	Standing
	Note       *string `json:"note" maxLength:"2000" doc:"Remarks" example:"Given by the owner."`
	ExternalID *string `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"PV-1"`
}

// PreventiveTypeLabel is a preventive type as a preventive shows it.
type PreventiveTypeLabel struct {
	ID       uuid.UUID `json:"id" format:"uuid" doc:"Id of the type"`
	Name     string    `json:"name" maxLength:"80" doc:"Its name" example:"Flea & tick spot-on"`
	Category string    `json:"category" enum:"flea_tick,heartworm,dewormer,other" doc:"What it protects from"`
}
