package healthrecords

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// UnrecordedProof is a vaccination_proof among the files of a pet that no vaccination names.
type UnrecordedProof struct {
	ID          uuid.UUID `json:"id" format:"uuid" doc:"Id of the file"`
	PetID       uuid.UUID `json:"pet_id" format:"uuid" doc:"The pet"`
	Title       *string   `json:"title" maxLength:"150" doc:"Headline" example:"Rabies certificate"`
	Name        string    `json:"name" minLength:"1" maxLength:"200" doc:"Its name as a download" example:"certificate.pdf"`
	ContentType string    `json:"content_type" enum:"application/pdf,image/jpeg,image/png,image/heic" doc:"Of its bytes"`
	CreatedAt   time.Time `json:"created_at" doc:"When it was uploaded"`

	UploadedBy jsonb.Of[*caller.Actor] `json:"uploaded_by" doc:"Who uploaded it; null when nobody knows"`

	Pet      VaccinationPet      `json:"pet" gorm:"-" doc:"The pet"`
	Customer VaccinationCustomer `json:"customer" gorm:"-" doc:"Its owner"`
}

// ListUnrecordedProofs lists the proofs of an account's pets that no vaccination names, newest first.
func (s *Service) ListUnrecordedProofs(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[UnrecordedProof], error) {
	found, err := s.stores.Vaccinations.UnrecordedProofs(ctx, account, page)
	if err != nil {
		return found, err
	}
	pets := lists.Map(found.Items, func(p UnrecordedProof) uuid.UUID { return p.PetID })
	labels, err := s.pets.Labels(ctx, account, pets)
	for i, p := range found.Items {
		found.Items[i].Pet, found.Items[i].Customer = labels[p.PetID].Pet, labels[p.PetID].Customer
	}
	return found, err
}
