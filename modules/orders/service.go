package orders

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/record"
)

// Service is what orders offers. Customers see only their own.
type Service struct {
	store     Store
	orders    *record.Life[Order]
	locations Locations
	customers Customers
}

// NewService makes a Service.
func NewService(store Store, locations Locations, customers Customers, env record.Env) *Service {
	return &Service{store, record.NewLife(env, store, record.EventTypes{Created: Created, Updated: Updated}), locations, customers}
}

// List lists the orders of an account, newest first.
func (s *Service) List(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Order], error) {
	if c := caller.From(ctx); c.IsCustomer() && !f.narrow(c.Customer) {
		return none(page), nil
	}
	return s.store.List(ctx, account, f, page)
}

// OfCustomer lists the orders of one customer, newest first; apperr.NotFound when there is no such customer.
func (s *Service) OfCustomer(ctx context.Context, account, customer uuid.UUID, f Filter, page paging.Request) (paging.Page[Order], error) {
	found := none(page)
	if f.narrow(customer) {
		var err error
		if found, err = s.List(ctx, account, f, page); err != nil {
			return found, err
		}
	}
	if len(found.Items) > 0 || page.After != nil {
		return found, nil // who has orders is a customer
	}
	return found, s.customers.Exists(ctx, account, customer)
}

// narrow keeps only orders of customer; false when the filter wants those of somebody else.
func (f *Filter) narrow(customer uuid.UUID) bool {
	if f.Customer != nil && *f.Customer != customer {
		return false
	}
	f.Customer = &customer
	return true
}

func none(page paging.Request) paging.Page[Order] { return paging.Cut[Order](page, nil, nil) }

// Get is one order; apperr.NotFound when there is none, or for a customer, when it is somebody else's.
func (s *Service) Get(ctx context.Context, account, id uuid.UUID) (Order, error) {
	o, err := s.store.Get(ctx, account, id)
	if err != nil {
		return Order{}, err
	}
	if c := caller.From(ctx); c.IsCustomer() && c.Customer != o.CustomerID {
		return Order{}, apperr.NewNotFound("order")
	}
	return o, nil
}

// Exists fails as Get does.
func (s *Service) Exists(ctx context.Context, account, id uuid.UUID) error {
	owner, err := s.store.Owner(ctx, account, id)
	if c := caller.From(ctx); err == nil && c.IsCustomer() && c.Customer != owner {
		return apperr.NewNotFound("order")
	}
	return err
}
