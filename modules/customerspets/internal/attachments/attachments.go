// Package attachments tells files whom customers and pets belong to, and asks it for the photos of pets.
package attachments

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/platform/kernel/events"
)

// OfCustomers has files belong to customers.
func OfCustomers(s *customerspets.Service) files.Owner {
	return files.Owner{Parent: files.Customer, Read: "customers:read", Write: "customers:write", Exists: s.CustomerExists}
}

// OfPets has files belong to pets.
func OfPets(s *customerspets.Service) files.Owner {
	return files.Owner{Parent: files.Pet, Read: "customers:read", Write: "customers:write",
		Exists: func(ctx context.Context, account, id uuid.UUID) error {
			_, err := s.PetOwner(ctx, account, id)
			return err
		}}
}

// Photos implements customerspets.Photos.
type Photos struct{ files *files.Service }

// New makes a Photos.
func New(f *files.Service) Photos { return Photos{f} }

// Check asks for a picture of the pet.
func (p Photos) Check(ctx context.Context, account, pet, file uuid.UUID) error {
	return p.files.Check(ctx, account, file, files.FileParent{Type: files.Pet, ID: pet}, true)
}

// Move implements customerspets.Photos.
func (p Photos) Move(ctx context.Context, account uuid.UUID, kind customerspets.Kind, from, to uuid.UUID, found func(n int) error) error {
	of := files.ParentType(kind)
	return p.files.Move(ctx, account, files.FileParent{Type: of, ID: from}, files.FileParent{Type: of, ID: to}, found)
}

// OnFileGone takes a file that is gone off the pet whose photo it was.
func OnFileGone(s *customerspets.Service) events.Reaction {
	return events.On("customerspets", func(ctx context.Context, e files.Gone) error { return s.PhotoGone(ctx, e.Account, e.ID) })
}
