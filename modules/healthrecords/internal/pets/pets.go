// Package pets asks customerspets for pets.
package pets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/events"
)

// Pets implements healthrecords.Pets.
type Pets struct{ owner *customerspets.Service }

// New makes a Pets.
func New(owner *customerspets.Service) *Pets { return &Pets{owner} }

// Labels asks what pets and their owners are called.
func (p *Pets) Labels(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]healthrecords.PetLabel, error) {
	found, err := p.owner.PetLabels(ctx, account, pets)
	labels := make(map[uuid.UUID]healthrecords.PetLabel, len(found))
	for id, l := range found {
		labels[id] = healthrecords.PetLabel{
			Pet:      healthrecords.VaccinationPet{ID: id, Name: l.Name, Species: l.Species, Photo: (*healthrecords.VaccinationPetPhoto)(l.Photo)},
			Customer: healthrecords.VaccinationCustomer(l.Customer),
		}
	}
	return labels, err
}

// Exists asks for the owner, which has the pet stay.
func (p *Pets) Exists(ctx context.Context, account, pet uuid.UUID) error {
	_, err := p.owner.PetOwner(ctx, account, pet)
	return err
}

// OnPetsMerged moves the records of a pet that is merged into another one.
func OnPetsMerged(s *healthrecords.Service) events.Reaction {
	return events.On("healthrecords", func(ctx context.Context, e customerspets.PetsMerged) error {
		return s.Move(ctx, e.Account, e.From, e.To, e.Found)
	})
}

// Keep keeps pets from being removed.
func (p *Pets) Keep(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]bool, error) {
	return p.owner.KeepPets(ctx, account, pets)
}

// ShowsStatus asks whether the caller sees the status of pets.
func (p *Pets) ShowsStatus(ctx context.Context, account uuid.UUID) (bool, error) {
	return p.owner.ShowsPetStatus(ctx, account)
}
