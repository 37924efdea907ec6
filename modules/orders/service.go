package orders

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
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
	return &Service{store, record.NewLife(env, store, record.EventsOf("order")), locations, customers}
}

// List lists the orders of an account. It fails with apperr.Invalid when Overlaps ends before it begins.
func (s *Service) List(ctx context.Context, account uuid.UUID, f Filter, with Include,
	page paging.Request) (paging.Page[ListedOrder], error) {
	none := paging.Page[ListedOrder]{}
	if c := caller.From(ctx); c.IsCustomer() && !f.narrow(c.Customer) {
		return none, nil
	}
	f, err := s.instants(ctx, account, f)
	if err != nil {
		return none, err
	}
	found, err := s.store.List(ctx, account, f, page)
	if err != nil {
		return none, err
	}
	return s.includePage(ctx, account, found, with)
}

func ordered(p clock.Period, name string, faults *apperr.FieldErrors) {
	if !p.From.IsZero() && !p.To.IsZero() && p.To.At.Before(p.From.At) {
		faults.AddIn("query", name+"To", "order", "is before "+name+"From")
	}
}

// instants turns days into instants of the account's time zone.
func (s *Service) instants(ctx context.Context, account uuid.UUID, f Filter) (Filter, error) {
	if f.Placed.Days() || f.Starts.Days() || f.Overlaps.Days() {
		zone, err := s.locations.Zone(ctx, account)
		if err != nil {
			return f, err
		}
		f.Placed, f.Starts, f.Overlaps = f.Placed.In(zone), f.Starts.In(zone), f.Overlaps.In(zone)
	}
	faults := apperr.FieldErrors{}
	ordered(f.Overlaps, "overlaps", &faults)
	ordered(f.Placed, "placed", &faults)
	ordered(f.Starts, "starts", &faults)
	return f, faults.Err()
}

// ListOfCustomer is List for one customer; apperr.NotFound when there is no such customer.
func (s *Service) ListOfCustomer(ctx context.Context, account, customer uuid.UUID, f Filter, with Include,
	page paging.Request) (paging.Page[ListedOrder], error) {
	found := paging.Page[ListedOrder]{}
	if f.narrow(customer) {
		var err error
		if found, err = s.List(ctx, account, f, with, page); err != nil {
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

// GetListed is Get with summaries.
func (s *Service) GetListed(ctx context.Context, account, id uuid.UUID, with Include) (ListedOrder, error) {
	o, err := s.Get(ctx, account, id)
	if err != nil {
		return ListedOrder{}, err
	}
	listed, err := s.include(ctx, account, []Order{o}, with)
	if err != nil {
		return ListedOrder{}, err
	}
	return listed[0], nil
}

// Exists fails as Get does.
func (s *Service) Exists(ctx context.Context, account, id uuid.UUID) error {
	if c := caller.From(ctx); c.IsCustomer() {
		return s.store.ExistsOf(ctx, account, c.Customer, id)
	}
	return s.store.Exists(ctx, account, id)
}
