// Package pets asks customerspets for pets.
package pets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
)

// Pets implements healthrecords.Pets.
type Pets struct{ owner *customerspets.Service }

// New makes a Pets.
func New(owner *customerspets.Service) *Pets { return &Pets{owner} }

// Exists asks for a pet wherever in the account it is.
func (p *Pets) Exists(ctx context.Context, account, pet uuid.UUID) error {
	_, err := p.owner.PetOwner(ctx, account, pet)
	return err
}
