package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
)

// PetsSaved is published, in the transaction of the change, when pets are made and when their name, species, status or owner
// changes: other modules keep what their lists need of it.
type PetsSaved struct {
	Account uuid.UUID
	Pets    []SavedPet
}

// SavedPet is what other modules may keep of a pet.
type SavedPet struct {
	ID, CustomerID uuid.UUID
	Name, Species  string
	Status         PetStatus
}

// announcingPets is a PetStore that publishes PetsSaved for what it writes.
type announcingPets struct {
	PetStore
	bus *events.Bus
}

// Insert implements record.Store.
func (s announcingPets) Insert(ctx context.Context, pets ...Pet) error {
	if err := s.PetStore.Insert(ctx, pets...); err != nil {
		return err
	}
	return s.announce(ctx, pets)
}

// Update implements record.Store.
func (s announcingPets) Update(ctx context.Context, changes ...record.Change[Pet]) error {
	if err := s.PetStore.Update(ctx, changes...); err != nil {
		return err
	}
	var changed []Pet
	for _, c := range changes {
		if c.Before.saved() != c.After.saved() {
			changed = append(changed, c.After)
		}
	}
	return s.announce(ctx, changed)
}

func (s announcingPets) announce(ctx context.Context, pets []Pet) error {
	if len(pets) == 0 {
		return nil
	}
	saved := PetsSaved{Account: pets[0].AccountID, Pets: make([]SavedPet, len(pets))}
	for i, p := range pets {
		saved.Pets[i] = p.saved()
	}
	return s.bus.Publish(ctx, saved)
}

func (p Pet) saved() SavedPet { return SavedPet{p.ID, p.CustomerID, p.Name, p.Species, *p.Status} }
