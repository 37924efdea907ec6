// Package pets asks the module that owns pets, and hears of their changes.
package pets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/events"

	"example.com/custom/incidents"
)

// Pets implements incidents.Pets.
type Pets struct{ owner *customerspets.Service }

// New makes a Pets.
func New(owner *customerspets.Service) *Pets { return &Pets{owner} }

// Owners implements incidents.Pets. The pets are not removed until the incidents are written.
func (p *Pets) Owners(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]uuid.UUID, error) {
	if _, err := p.owner.KeepPets(ctx, account, pets); err != nil {
		return nil, err
	}
	labels, err := p.owner.PetLabels(ctx, account, pets)
	owners := make(map[uuid.UUID]uuid.UUID, len(labels))
	for pet, label := range labels {
		owners[pet] = label.Customer.ID
	}
	return owners, err
}

// OnPetsMerged moves the incidents of a pet that is merged into another one.
func OnPetsMerged(s *incidents.Service) events.Reaction {
	return events.On("incidents", func(ctx context.Context, e customerspets.PetsMerged) error {
		return s.Move(ctx, e.Account, e.From, e.To, func(n int) error { return e.Found("incidents", n) })
	})
}

// OnCustomersMerged has nothing left to do: incidents follow the owners of their pets, which PetsSaved has told.
func OnCustomersMerged() events.Reaction {
	return events.On("incidents", func(context.Context, customerspets.CustomersMerged) error { return nil })
}

// OnPetsSaved keeps incidents in step with pets that are transferred or die.
func OnPetsSaved(s *incidents.Service) events.Reaction {
	return events.On("incidents", func(ctx context.Context, e customerspets.PetsSaved) error {
		saved := make(map[uuid.UUID]incidents.SavedPet, len(e.Pets))
		for _, p := range e.Pets {
			saved[p.ID] = incidents.SavedPet{Owner: p.CustomerID, Deceased: p.Status == customerspets.PetDeceased}
		}
		return s.PetsSaved(ctx, e.Account, saved)
	})
}
