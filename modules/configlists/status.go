package configlists

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/patch"
)

// SecondaryPetStatus is a status of the account's own making that a pet can have beside its status, as the API and
// events show it.
type SecondaryPetStatus struct {
	ID        uuid.UUID `json:"id" format:"uuid" doc:"Id of the status"`
	AccountID uuid.UUID `json:"account_id" format:"uuid" doc:"The account"`
	Name      string    `json:"name" minLength:"1" maxLength:"60" doc:"Name, unique in the account whatever the case" example:"Needs assessment"`
	ItemOrder int       `json:"item_order" minimum:"1" maximum:"2147483647" doc:"Place in the list; a new one comes last" example:"1"`
	CreatedAt time.Time `json:"created_at" doc:"When it was made"`
	UpdatedAt time.Time `json:"updated_at" doc:"When it last changed"`
	Version   int64     `json:"version" minimum:"1" maximum:"9007199254740991" doc:"Counts the changes" example:"1"`
}

// SecondaryPetStatusCreate is what a new status is made from.
type SecondaryPetStatusCreate struct {
	Name string `json:"name" minLength:"1" maxLength:"60" doc:"Name, unique in the account whatever the case" example:"Needs assessment"`
}

// SecondaryPetStatusPatch is a change of a status: only its name changes.
type SecondaryPetStatusPatch struct {
	Name patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"60" doc:"New name, unique in the account whatever the case" example:"Assessed"`
}
