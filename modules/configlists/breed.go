package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/record"
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
	record.Meta
	Name    string `json:"name" minLength:"1" maxLength:"80" doc:"Name, unique in its species whatever the case" example:"Cavapoo"`
	Species string `json:"species" enum:"dog,cat,rabbit,bird,guinea_pig,hamster,rat,mouse,chinchilla,ferret,horse,reptile,fish,other" doc:"The species that has it" example:"dog"`
	Source  Source `json:"source" enum:"master,custom" doc:"master: came with the master list; custom: added by the account" example:"custom"`
	Names
}

// BreedCreate is what a new breed is made from.
type BreedCreate struct {
	Name    string `json:"name" minLength:"1" maxLength:"80" doc:"Name, unique in its species whatever the case" example:"Cavapoo"`
	Species string `json:"species" enum:"dog,cat,rabbit,bird,guinea_pig,hamster,rat,mouse,chinchilla,ferret,horse,reptile,fish,other" doc:"The species that has it" example:"dog"`
}

// BreedPatch is a merge patch of a breed.
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

func (c BreedCreate) breed(m record.Meta, from Source) Breed {
	return Breed{m, c.Name, c.Species, from, namesOf(c.Name)}
}

func (p BreedPatch) apply(_ context.Context, b *Breed) error {
	var errs apperr.FieldErrors
	p.Name.NotNull(&b.Name, "name", &errs)
	p.Species.NotNull(&b.Species, "species", &errs)
	b.Names = namesOf(b.Name)
	return errs.Err()
}
