package configlists

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/patch"
)

// Source says where a breed came from.
type Source string

// The sources of breeds.
const (
	Master Source = "master" // loaded with the master list
	Custom Source = "custom" // added by the account
)

// Breed is one entry of an account's breed list, as the API and events show it.
type Breed struct {
	ID        uuid.UUID `json:"id" format:"uuid" doc:"Id of the breed"`
	AccountID uuid.UUID `json:"account_id" format:"uuid" doc:"The account"`
	Name      string    `json:"name" minLength:"1" maxLength:"80" doc:"Name, unique in its species whatever the case" example:"Cavapoo"`
	Species   string    `json:"species" enum:"dog,cat,rabbit,bird,guinea_pig,hamster,rat,mouse,chinchilla,ferret,horse,reptile,fish,other" doc:"The species that has it" example:"dog"`
	Source    Source    `json:"source" enum:"master,custom" doc:"master: came with the master list; custom: added by the account" example:"custom"`
	CreatedAt time.Time `json:"created_at" doc:"When it was made"`
	UpdatedAt time.Time `json:"updated_at" doc:"When it last changed"`
	Version   int64     `json:"version" minimum:"1" maximum:"9007199254740991" doc:"Counts the changes" example:"1"`
}

// BreedCreate is what a new breed is made from.
type BreedCreate struct {
	Name    string `json:"name" minLength:"1" maxLength:"80" doc:"Name, unique in its species whatever the case" example:"Cavapoo"`
	Species string `json:"species" enum:"dog,cat,rabbit,bird,guinea_pig,hamster,rat,mouse,chinchilla,ferret,horse,reptile,fish,other" doc:"The species that has it" example:"dog"`
}

// BreedPatch is a change of a breed.
type BreedPatch struct {
	Name    patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"80" doc:"New name, unique in its species whatever the case" example:"Cavapoochon"`
	Species patch.Field[string] `json:"species,omitzero" nullable:"false" enum:"dog,cat,rabbit,bird,guinea_pig,hamster,rat,mouse,chinchilla,ferret,horse,reptile,fish,other" doc:"New species" example:"dog"`
}

// BreedFilter narrows a list of breeds; empty values are no filter.
type BreedFilter struct {
	Species string
	Search  string // part of the name; case and accents do not count
}

// MasterList is the breed list that an account starts with.
type MasterList func() []BreedCreate

// ListLoaded is the object of the event breed.list_loaded.
type ListLoaded struct {
	AccountID uuid.UUID `json:"account_id" format:"uuid" doc:"The account"`
	Count     int       `json:"count" minimum:"1" maximum:"100000" doc:"How many breeds were added" example:"950"`
}
