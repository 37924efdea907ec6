package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/record"
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

// toldPets is a PetStore that tells what is written to it.
type toldPets struct {
	PetStore
	bus *events.Bus
}

// Insert implements record.Store.
func (s toldPets) Insert(ctx context.Context, pets ...Pet) error {
	if err := s.PetStore.Insert(ctx, pets...); err != nil {
		return err
	}
	return s.tell(ctx, pets)
}

// Update implements record.Store.
func (s toldPets) Update(ctx context.Context, changes ...record.Change[Pet]) error {
	if err := s.PetStore.Update(ctx, changes...); err != nil {
		return err
	}
	var told []Pet
	for _, c := range changes {
		if c.Before.saved() != c.After.saved() {
			told = append(told, c.After)
		}
	}
	return s.tell(ctx, told)
}

func (s toldPets) tell(ctx context.Context, pets []Pet) error {
	if len(pets) == 0 {
		return nil
	}
	told := PetsSaved{Account: pets[0].AccountID, Pets: make([]SavedPet, len(pets))}
	for i, p := range pets {
		told.Pets[i] = p.saved()
	}
	return s.bus.Publish(ctx, told)
}

func (p Pet) saved() SavedPet { return SavedPet{p.ID, p.CustomerID, p.Name, p.Species, *p.Status} }
