package parents

import (
	"context"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/kernel/events"
)

// OnCustomersMerged moves the notes on a customer that is merged into another one.
func OnCustomersMerged(s *notes.Service) events.Reaction {
	return events.On("notes", func(ctx context.Context, e customerspets.CustomersMerged) error {
		return move(ctx, s, notes.Customer, e.Merging)
	})
}

// OnPetsMerged moves the notes on a pet that is merged into another one.
func OnPetsMerged(s *notes.Service) events.Reaction {
	return events.On("notes", func(ctx context.Context, e customerspets.PetsMerged) error { return move(ctx, s, notes.Pet, e.Merging) })
}

func move(ctx context.Context, s *notes.Service, of notes.ParentType, m customerspets.Merging) error {
	return s.Move(ctx, m.Account, notes.Parent{Type: of, ID: m.From}, notes.Parent{Type: of, ID: m.To},
		func(n int) error { return m.Found("notes", n) })
}
