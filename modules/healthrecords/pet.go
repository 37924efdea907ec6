package healthrecords

import (
	"cmp"
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// Pet is what this module needs of a pet for its lists and rules.
type Pet struct {
	ID         uuid.UUID
	CustomerID uuid.UUID
	NameKey    string // as lists are sorted by it
	Species    string
	Status     string
}

const deceased = "deceased"

// petOf is a pet as the caller may see it; apperr.NotFound when there is none, or it is another customer's.
func (s *Service) petOf(ctx context.Context, account, id uuid.UUID) (Pet, error) {
	p, err := s.stores.Pets.Get(ctx, account, id)
	if apperr.Is(err, apperr.NotFound) {
		err = cmp.Or(s.pets.Exists(ctx, account, id), err) // it may have been merged
	}
	if err != nil {
		return Pet{}, err
	}
	if c := caller.From(ctx); c.IsCustomer() && c.Customer != p.CustomerID {
		return Pet{}, apperr.NewNotFound("pet")
	}
	return p, nil
}

// keptPet is petOf for whoever adds a record to the pet, which stays until the transaction ends.
func (s *Service) keptPet(ctx context.Context, account, id uuid.UUID) (Pet, error) {
	if err := s.pets.Exists(ctx, account, id); err != nil {
		return Pet{}, err
	}
	return s.petOf(ctx, account, id)
}

// PetFilter narrows lists by what the pet is; zero values are no filter.
type PetFilter struct {
	Species  string
	Status   string
	Customer uuid.UUID
}

// VaccinationPet is a pet as lists of the account show it.
type VaccinationPet struct {
	ID      uuid.UUID `json:"id" format:"uuid" doc:"Id of the pet"`
	Name    string    `json:"name" maxLength:"100" doc:"Its name" example:"Biscuit"`
	Species string    `json:"species" format:"species" doc:"Its species" example:"dog"`

	Photo *VaccinationPetPhoto `json:"photo" doc:"Its small preview, for staff; null when there is no photo"`
}

// VaccinationPetPhoto is where a client finds the photo of a pet.
type VaccinationPetPhoto struct {
	ID  uuid.UUID `json:"id" format:"uuid" doc:"Id of the file"`
	URL string    `json:"url" maxLength:"200" doc:"Path of its preview of 256 pixels, for which a credential is needed as for the file"`
}

// VaccinationCustomer is a pet's owner as lists of the account show it.
type VaccinationCustomer struct {
	ID    uuid.UUID `json:"id" format:"uuid" doc:"Id of the customer"`
	Name  string    `json:"name" maxLength:"201" doc:"First and last name" example:"Rosalind Okafor-Hughes"`
	Phone *string   `json:"phone" maxLength:"40" doc:"The primary one as E.164, or null; ;ext=4 is an extension" example:"+447700900123"`
}

// PetLabel is what a pet and its owner are called.
type PetLabel struct {
	Pet      VaccinationPet
	Customer VaccinationCustomer
}
