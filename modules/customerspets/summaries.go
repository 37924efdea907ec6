package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// CustomerSummary is what a desk needs to know of a customer.
type CustomerSummary struct {
	ID           uuid.UUID
	Name         string
	Phone, Alert *string
}

// PetSummary is what a desk needs to know of a pet.
type PetSummary struct {
	ID            uuid.UUID
	Name, Species string
	Alert         *string
	Photo         *PetPhoto
}

// CustomerSummaries are customers by id, for other modules' lists; ids that name nothing are not in the answer. Customers see of
// themselves what the form shows, and nobody else.
func (s *Service) CustomerSummaries(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]CustomerSummary, error) {
	found, err := s.visibleLabels(ctx, account, ids)
	summaries := make(map[uuid.UUID]CustomerSummary, len(found))
	for id, l := range found {
		if ownOnly(ctx, id) == nil {
			summaries[id] = CustomerSummary{id, l.name(), l.Phone, l.Alert}
		}
	}
	return summaries, err
}

// PetSummaries are pets by id, as CustomerSummaries: customers see their own, not those that were theirs.
func (s *Service) PetSummaries(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]PetSummary, error) {
	if len(pets) == 0 {
		return nil, nil
	}
	found, err := s.pets.Labels(ctx, account, ids.Distinct(pets))
	if err != nil {
		return nil, err
	}
	showAlert, showPhoto := true, true
	if caller.From(ctx).IsCustomer() {
		form, err := s.lists.Form(ctx, account, OfPets)
		if err != nil {
			return nil, err
		}
		showAlert, showPhoto = form.shows("alert"), form.shows("photo")
	}
	summaries := make(map[uuid.UUID]PetSummary, len(found))
	for id, l := range found {
		if ownOnly(ctx, l.Customer.ID) != nil {
			continue
		}
		if !showAlert {
			l.Alert = nil
		}
		if !showPhoto {
			l.Photo = nil
		}
		summaries[id] = PetSummary{id, l.Name, l.Species, l.Alert, l.Photo}
	}
	return summaries, nil
}
