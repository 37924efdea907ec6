package pets

import (
	"context"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/text"
)

// OnPetsSaved keeps what health records know of pets in step.
func OnPetsSaved(s *healthrecords.Service) events.Reaction {
	return events.On("healthrecords", func(ctx context.Context, e customerspets.PetsSaved) error {
		pets := make([]healthrecords.Pet, len(e.Pets))
		for i, p := range e.Pets {
			pets[i] = healthrecords.Pet{ID: p.ID, CustomerID: p.CustomerID, NameKey: text.Fold(p.Name), Species: p.Species, Status: string(p.Status)}
		}
		return s.SavePets(ctx, e.Account, pets)
	})
}
