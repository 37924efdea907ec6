package orders

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Move gives the orders of a customer to another one, into which it is merged. It calls found with their number first.
func (s *Service) Move(ctx context.Context, account, from, to uuid.UUID, found func(n int) error) error {
	of, err := s.store.OfCustomer(ctx, account, from, record.MaxReverted)
	if err != nil {
		return err
	}
	if err := found(len(of)); err != nil {
		return err
	}
	return s.orders.UpdateMany(ctx, account, of, func(o *Order) bool { o.CustomerID = to; return true })
}
