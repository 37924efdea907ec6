package lists

import (
	"context"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/events"
)

const module = "customerspets"

// The reactions of customers and pets to what configlists tells.

// OnBreedChanged renames the breed on pets.
func OnBreedChanged(s *customerspets.Service) events.Reaction {
	return events.On(module, func(ctx context.Context, e configlists.BreedChanged) error {
		return s.BreedRenamed(ctx, e.Account, e.Breed.ID, e.Breed.Name)
	})
}

// OnBreedDeleted takes the breed off pets.
func OnBreedDeleted(s *customerspets.Service) events.Reaction {
	return events.On(module, func(ctx context.Context, e configlists.BreedDeleted) error { return s.BreedGone(ctx, e.Account, e.ID) })
}

// OnColourCodeDeleted takes the colour code off pets or customers.
func OnColourCodeDeleted(s *customerspets.Service) events.Reaction {
	return events.On(module, func(ctx context.Context, e configlists.ColourCodeDeleted) error {
		return s.ColourCodeGone(ctx, e.Account, customerspets.Kind(e.Type), e.ID)
	})
}

// OnFieldRemoved removes the values of a custom field, or objects.
func OnFieldRemoved(s *customerspets.Service) events.Reaction {
	return events.On(module, func(ctx context.Context, e configlists.FieldRemoved) error {
		return s.FieldGone(ctx, e.Account, customerspets.Kind(e.Form), e.Key, e.Force)
	})
}

// OnOptionsRemoved removes values that are no options any more, or objects.
func OnOptionsRemoved(s *customerspets.Service) events.Reaction {
	return events.On(module, func(ctx context.Context, e configlists.OptionsRemoved) error {
		return s.OptionsGone(ctx, e.Account, customerspets.Kind(e.Form), e.Key, e.Values, e.Force)
	})
}
