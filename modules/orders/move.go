package orders

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Move gives the orders of a customer to another one, into which it is merged. It calls found with their number first.
func (s *Service) Move(ctx context.Context, account, from, to uuid.UUID, found func(n int) error) error {
	return s.move(ctx, account, from, s.store.OfCustomer, found, func(o *Order) bool { o.CustomerID = to; return true })
}

// MovePet is Move for the pets of orders.
func (s *Service) MovePet(ctx context.Context, account, from, to uuid.UUID, found func(n int) error) error {
	return s.move(ctx, account, from, s.store.OfPet, found, func(o *Order) bool {
		pets, lines := slices.Clone(o.PetIDs.Get()), slices.Clone(o.Lines.Get())
		if slices.Contains(pets, to) {
			pets = slices.DeleteFunc(pets, func(id uuid.UUID) bool { return id == from })
		} else if at := slices.Index(pets, from); at >= 0 {
			pets[at] = to
		}
		for i, line := range lines {
			if line.PetID != nil && *line.PetID == from {
				lines[i].PetID = &to
			}
		}
		o.PetIDs, o.Lines = jsonb.New(pets), jsonb.New(lines)
		return true
	})
}

// RequireNoneOpen fails with apperr.Conflict open_orders if one of the customers has an open order.
func (s *Service) RequireNoneOpen(ctx context.Context, account uuid.UUID, customers []uuid.UUID) error {
	open, err := s.store.AnyOpen(ctx, account, customers)
	if err == nil && open {
		err = apperr.NewConflict("open_orders", "the customer has open orders: complete or cancel them first")
	}
	return err
}

func (s *Service) move(ctx context.Context, account, from uuid.UUID,
	list func(ctx context.Context, account, from uuid.UUID, limit int) ([]uuid.UUID, error), found func(n int) error,
	change func(*Order) bool) error {
	of, err := list(ctx, account, from, record.MaxReverted)
	if err != nil {
		return err
	}
	if err := found(len(of)); err != nil {
		return err
	}
	return s.orders.UpdateMany(ctx, account, of, change)
}
