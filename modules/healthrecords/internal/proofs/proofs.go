// Package proofs asks files for the proofs of vaccinations.
package proofs

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/events"
)

// Proofs implements healthrecords.Proofs.
type Proofs struct{ files *files.Service }

// New makes a Proofs.
func New(f *files.Service) Proofs { return Proofs{f} }

// Check asks for a file of the pet.
func (p Proofs) Check(ctx context.Context, account, pet, file uuid.UUID) error {
	return p.files.Check(ctx, account, file, files.FileParent{Type: files.Pet, ID: pet}, false)
}

// OnFileGone takes a file that is gone off the vaccinations that it proves.
func OnFileGone(s *healthrecords.Service) events.Reaction {
	return events.On("healthrecords", func(ctx context.Context, e files.Gone) error { return s.ProofGone(ctx, e.Account, e.ID) })
}
