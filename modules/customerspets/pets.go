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
		return Pet{}, apperr.NewNotFound()
	}
	return p, nil
}

// FindPet is one pet of the account, whoever owns it; apperr.NotFound when there is none. Customers find their own pets
// alone, and see of them what the form shows to customers.
func (s *Service) FindPet(ctx context.Context, account, id uuid.UUID) (Pet, error) {
	p, err := s.store.Pet(ctx, account, id)
	if err != nil {
		return Pet{}, err
	}
	if c := caller.From(ctx); c.IsCustomer() && c.Customer != p.CustomerID {
		return Pet{}, apperr.NewNotFound()
	}
	return s.showPet(ctx, p)
}

// ListPets lists the pets of a customer, newest first; apperr.NotFound when there is no such customer.
func (s *Service) ListPets(ctx context.Context, account, customer uuid.UUID, filter PetFilter, page paging.Request) (paging.Page[Pet], error) {
	if c := caller.From(ctx); c.IsCustomer() && c.Customer != customer {
		return paging.Page[Pet]{}, apperr.NewNotFound()
	}
	list, err := s.store.Pets(ctx, account, customer, filter, page)
	if err != nil {
		return list, err
	}
	if len(list.Items) == 0 { // only then it may be that there is no such customer
		_, err := s.store.Customer(ctx, account, customer)
		return list, err
	}
	if err := s.showPets(ctx, account, list.Items); err != nil {
		return list, err
	}
	if filter.Status != "" && list.Items[0].Status == nil { // hidden from customers: the filter must not tell it either
		return paging.Cut[Pet](page, nil, nil), nil
	}
	return list, nil
}

// PetIDs looks up which external ids pets of the account have.
func (s *Service) PetIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.store.PetIDs(ctx, account, externalIDs)
}

// nameStatuses fills in the secondary statuses of pets; it asks only when there is one.
func nameStatuses(ctx context.Context, names StatusNames, account uuid.UUID, pets []Pet) error {
	var asked []uuid.UUID
	for _, p := range pets {
		if p.SecondaryPetStatusID != nil {
			asked = append(asked, *p.SecondaryPetStatusID)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	known, err := names.Statuses(ctx, account, set(asked))
	if err != nil {
		return err
	}
	for i := range pets {
		pets[i].nameStatus(known)
	}
	return nil
}

func (p *Pet) nameStatus(names map[uuid.UUID]string) {
	p.SecondaryPetStatus = nil
	if p.SecondaryPetStatusID == nil {
		return
	}
	if name, ok := names[*p.SecondaryPetStatusID]; ok {
		p.SecondaryPetStatus = &PetSecondaryStatus{*p.SecondaryPetStatusID, name}
	}
}
