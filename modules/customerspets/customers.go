package customerspets

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/paging"
)

// CustomerFilter narrows a list of customers; zero values are no filter.
type CustomerFilter struct {
	Words        []SearchWord
	Email        string // whatever the case
	Phone        string // E.164
	Status       Status
	ColourCode   uuid.UUID
	ExternalID   string
	UpdatedSince *time.Time
	Only         uuid.UUID // this customer alone
}

// CustomerQuery is what a client asks of a list of customers; zero values ask nothing.
type CustomerQuery struct {
	Search       string
	Email        string
	Phone        string // in international form, or in the national form of the account's country
	Status       Status
	ColourCode   uuid.UUID
	ExternalID   string
	UpdatedSince *time.Time
}

// GetCustomer is one customer; apperr.NotFound when there is none. A customer sees itself alone, and of itself what the
// form shows to customers.
func (s *Service) GetCustomer(ctx context.Context, account, id uuid.UUID) (Customer, error) {
	if c := caller.From(ctx); c.IsCustomer() && c.Customer != id {
		return Customer{}, apperr.NewNotFound()
	}
	c, err := s.store.Customer(ctx, account, id)
	if err != nil {
		return Customer{}, err
	}
	return s.showCustomer(ctx, c)
}

// ListCustomers lists customers, newest first. It fails with apperr.Invalid when the phone is no phone number.
func (s *Service) ListCustomers(ctx context.Context, account uuid.UUID, q CustomerQuery, page paging.Request) (paging.Page[Customer], error) {
	filter := CustomerFilter{
		Words: SearchWords(q.Search), Email: q.Email, Status: q.Status, ColourCode: q.ColourCode,
		ExternalID: q.ExternalID, UpdatedSince: q.UpdatedSince,
	}
	if q.Phone != "" {
		var faults apperr.FieldErrors
		r := s.reader(ctx, account, &faults)
		filter.Phone = r.phone("phone", q.Phone)
		if r.err != nil {
			return paging.Page[Customer]{}, r.err
		}
		for i := range faults {
			faults[i].In = "query"
		}
		if err := faults.Err(); err != nil {
			return paging.Page[Customer]{}, err
		}
	}
	if c := caller.From(ctx); c.IsCustomer() {
		filter.Only = c.Customer
	}
	list, err := s.store.Customers(ctx, account, filter, page)
	if err != nil {
		return list, err
	}
	for i := range list.Items {
		if list.Items[i], err = s.showCustomer(ctx, list.Items[i]); err != nil {
			return list, err
		}
	}
	if caller.From(ctx).IsCustomer() {
		list.Items = slices.DeleteFunc(list.Items, func(c Customer) bool { return !s.foundIn(c, filter) })
	}
	return list, nil
}

// CustomerIDs looks up which external ids customers of the account have.
func (s *Service) CustomerIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.store.CustomerIDs(ctx, account, externalIDs)
}
