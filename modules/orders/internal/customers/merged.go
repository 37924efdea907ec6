package customers

import (
	"context"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/events"
)

// OnCustomersMerged moves the orders of a customer that is merged into another one.
func OnCustomersMerged(s *orders.Service) events.Reaction {
	return events.On("orders", func(ctx context.Context, e customerspets.CustomersMerged) error {
		return s.Move(ctx, e.Account, e.From, e.To, func(n int) error { return e.Found("orders", n) })
	})
}

// OnCustomerErasing refuses to erase a customer with open orders.
func OnCustomerErasing(s *orders.Service) events.Reaction {
	return events.On("orders", func(ctx context.Context, e customerspets.CustomerErasing) error {
		return s.RequireNoneOpen(ctx, e.Account, e.Customers)
	})
}

// OnPetsMerged changes the orders for a pet that is merged into another one.
func OnPetsMerged(s *orders.Service) events.Reaction {
	return events.On("orders", func(ctx context.Context, e customerspets.PetsMerged) error {
		return s.MovePet(ctx, e.Account, e.From, e.To, func(n int) error { return e.Found("orders", n) })
	})
}
