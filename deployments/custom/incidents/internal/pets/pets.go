// Package pets asks the module that owns pets, and hears of their changes.
package pets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/events"

	"example.com/custom/incidents"
)

// Pets implements incidents.Pets.
type Pets struct{ owner *customerspets.Service }

// New makes a Pets.
func New(owner *customerspets.Service) *Pets { return &Pets{owner} }

// Owner implements incidents.Pets.
func (p *Pets) Owner(ctx context.Context, account, pet uuid.UUID) (uuid.UUID, error) {
	return p.owner.PetOwner(ctx, account, pet)
}

// OnPetsSaved keeps incidents in step with pets that are transferred or die.
func OnPetsSaved(s *incidents.Service) events.Reaction {
	return events.On("incidents", func(ctx context.Context, e customerspets.PetsSaved) error {
		for _, p := range e.Pets {
			if err := s.PetSaved(ctx, e.Account, p.ID, p.CustomerID, p.Status == customerspets.PetDeceased); err != nil {
				return err
			}
		}
		return nil
	})
}
