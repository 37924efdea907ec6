package customerspets

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/paging"
)

// PetFilter narrows the list of a customer's pets; zero values are no filter.
type PetFilter struct {
	Status       PetStatus
	Species      string
	UpdatedSince *time.Time
}

// GetPet is one pet of a customer; apperr.NotFound when the customer has no such pet. Customers see their own pets alone,
// and of them what the form shows to customers.
func (s *Service) GetPet(ctx context.Context, account, customer, id uuid.UUID) (Pet, error) {
	p, err := s.FindPet(ctx, account, id)
	if err != nil {
		return Pet{}, err
	}
	if p.CustomerID != customer {
		return Pet{}, apperr.NewNotFound("pet")
	}
	return p, nil
}

// FindPet is one pet of the account, whoever owns it; apperr.NotFound when there is none. Customers find their own pets
// alone, and see of them what the form shows to customers.
func (s *Service) FindPet(ctx context.Context, account, id uuid.UUID) (Pet, error) {
	p, err := s.pets.Get(ctx, account, id)
	if err != nil {
		return Pet{}, err
	}
	if err := ownOnly(ctx, p.CustomerID); err != nil {
		return Pet{}, err
	}
	if err := s.nameStatuses(ctx, account, []*Pet{&p}); err != nil {
		return Pet{}, err
	}
	return view(ctx, s, account, OfPets, s.petKeys, p)
}

// ListPets lists the pets of a customer, newest first; apperr.NotFound when there is no such customer.
func (s *Service) ListPets(ctx context.Context, account, customer uuid.UUID, filter PetFilter,
	page paging.Request) (paging.Page[Pet], error) {
	if err := ownOnly(ctx, customer); err != nil {
		return paging.Page[Pet]{}, err
	}
	list, err := s.pets.List(ctx, account, customer, filter, page)
	if err != nil {
		return list, err
	}
	if len(list.Items) == 0 { // only then it may be that there is no such customer
		return list, s.customers.Exists(ctx, account, customer)
	}
	pets := make([]*Pet, len(list.Items))
	for i := range list.Items {
		pets[i] = &list.Items[i]
	}
	if err := s.nameStatuses(ctx, account, pets); err != nil || !caller.From(ctx).IsCustomer() {
		return list, err
	}
	form, err := s.lists.Form(ctx, account, OfPets)
	for _, p := range pets {
		s.petKeys.cut(p, form)
	}
	if filter.Status != "" && !form.shows("status") { // the filter must not tell it either
		return paging.Cut[Pet](page, nil, nil), err
	}
	return list, err
}

// nameStatuses fills in the secondary statuses of pets; it asks only when there is one.
func (s *Service) nameStatuses(ctx context.Context, account uuid.UUID, pets []*Pet) error {
	var asked []uuid.UUID
	for _, p := range pets {
		if p.SecondaryPetStatus = nil; p.SecondaryPetStatusID != nil {
			asked = append(asked, *p.SecondaryPetStatusID)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	known, err := s.lists.Statuses(ctx, account, set(asked))
	for _, p := range pets {
		if id := p.SecondaryPetStatusID; id != nil {
			if name, ok := known[*id]; ok {
				p.SecondaryPetStatus = &PetSecondaryStatus{*id, name}
			}
		}
	}
	return err
}
