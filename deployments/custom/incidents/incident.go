// Package incidents keeps what happened to pets, or what they did, while they were with us.
package incidents

import (
	"embed"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Files are the migrations of this module, in the folder "migrations".
//
//go:embed migrations/*.sql
var Files embed.FS

// The public events of this module.
const (
	Created = "incident.created"
	Updated = "incident.updated"
	Deleted = "incident.deleted"
)

// Kind is what sort of incident it was.
type Kind string

// The kinds of incidents.
const (
	Bite   Kind = "bite"
	Injury Kind = "injury"
	Escape Kind = "escape"
)

// Status says whether somebody still has to do something.
type Status string

// The statuses.
const (
	Open   Status = "open"
	Closed Status = "closed"
)

// Incident is one incident, as the API and events show it.
type Incident struct {
	record.Meta
	PetID       uuid.UUID `json:"pet_id" format:"uuid" doc:"The pet"`
	CustomerID  uuid.UUID `json:"customer_id" format:"uuid" doc:"Who owns the pet; follows a transfer"`
	Kind        Kind      `json:"kind" enum:"bite,injury,escape" doc:"What sort it was" example:"bite"`
	Status      Status    `json:"status" enum:"open,closed" doc:"Open while there is something to do" example:"open"`
	OccurredOn  clock.Day `json:"occurred_on" format:"date" doc:"When it happened" example:"2026-11-20"`
	Description string    `json:"description" minLength:"1" maxLength:"5000" doc:"What happened" example:"Snapped at another dog at the gate."`
	ActionTaken *string   `json:"action_taken" maxLength:"2000" doc:"What was done about it" example:"Owner called."`
	ExternalID  *string   `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"I-1"`
}

// IncidentCreate is what a new incident is made from.
type IncidentCreate struct {
	PetID       uuid.UUID `json:"pet_id" format:"uuid" doc:"A pet of the account; does not change later"`
	Kind        Kind      `json:"kind" enum:"bite,injury,escape" doc:"What sort it was" example:"bite"`
	OccurredOn  clock.Day `json:"occurred_on" format:"date" doc:"When it happened: not in the future, nor longer ago than the account reports"`
	Description string    `json:"description" minLength:"1" maxLength:"5000" doc:"What happened" example:"Snapped at another dog at the gate."`
	ActionTaken *string   `json:"action_taken,omitempty" maxLength:"2000" doc:"What was done about it" example:"Owner called."`
	ExternalID  *string   `json:"external_id,omitempty" maxLength:"100" doc:"Id in the system it came from" example:"I-1"`
}

// IncidentPatch is a merge patch of an incident. The pet does not change.
type IncidentPatch struct {
	Kind       patch.Field[Kind]      `json:"kind,omitzero" nullable:"false" enum:"bite,injury,escape" doc:"What sort it was" example:"injury"`
	Status     patch.Field[Status]    `json:"status,omitzero" nullable:"false" enum:"open,closed" example:"closed"`
	OccurredOn patch.Field[clock.Day] `json:"occurred_on,omitzero" nullable:"false" format:"date" doc:"When it happened: not in the future"`

	Description patch.Field[string] `json:"description,omitzero" nullable:"false" minLength:"1" maxLength:"5000" example:"Bit another dog."`
	ActionTaken patch.Field[string] `json:"action_taken,omitzero" maxLength:"2000" doc:"What was done about it" example:"Both owners called."`
	ExternalID  patch.Field[string] `json:"external_id,omitzero" maxLength:"100" doc:"Id in the system it came from" example:"I-2"`
}

// Docs describes the keys whose texts are too long for a tag.
func (IncidentPatch) Docs() map[string]string {
	return map[string]string{"status": "Whether somebody still has to do something", "description": "What happened"}
}
