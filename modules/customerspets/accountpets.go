package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// ListAccountPets lists the pets of the account with their owners' names, newest first; customers find their own alone.
func (s *Service) ListAccountPets(ctx context.Context, account uuid.UUID, filter PetFilter,
	page paging.Request) (paging.Page[ListedPet], error) {
	if err := s.readNumbers(ctx, account, filter.Words); err != nil {
		return paging.Page[ListedPet]{}, err
	}
	asked := filter.Words
	form, words, ok, err := s.petForm(ctx, account, &filter)
	if err != nil || !ok {
		return paging.Page[ListedPet]{}, err
	}
	list, err := s.pets.List(ctx, account, caller.From(ctx).Customer, filter, page)
	if err != nil {
		return paging.Page[ListedPet]{}, err
	}
	if list, err = s.shownPets(ctx, account, words, form, list); err != nil {
		return paging.Page[ListedPet]{}, err
	}
	owners := lists.Map(list.Items, func(p Pet) uuid.UUID { return p.CustomerID })
	labels, err := s.CustomerLabels(ctx, account, owners)
	listed := make([]ListedPet, len(list.Items))
	for i, p := range list.Items {
		listed[i] = ListedPet{Pet: p, Customer: labels[p.CustomerID]}
		if filter.Ranked && !caller.From(ctx).IsCustomer() {
			listed[i].FoundIn = listed[i].foundIn(asked, s.phones.National)
		}
	}
	return paging.Page[ListedPet]{Items: listed, Next: list.Next}, err
}

// GetAccountPet is FindPet with the owner's name.
func (s *Service) GetAccountPet(ctx context.Context, account, id uuid.UUID) (ListedPet, error) {
	p, err := s.FindPet(ctx, account, id)
	if err != nil {
		return ListedPet{}, err
	}
	labels, err := s.CustomerLabels(ctx, account, []uuid.UUID{p.CustomerID})
	return ListedPet{Pet: p, Customer: labels[p.CustomerID]}, err
}

// CustomerLabels are names and phones of customers by id, for other modules' lists; ids that name nothing are not in the answer.
// Customers see of themselves what the form shows.
func (s *Service) CustomerLabels(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]PetCustomer, error) {
	found, err := s.visibleLabels(ctx, account, ids)
	labels := make(map[uuid.UUID]PetCustomer, len(found))
	for id, l := range found {
		labels[id] = PetCustomer{id, l.name(), l.Phone}
	}
	return labels, err
}

// visibleLabels are labels of customers with what the caller may see of them.
func (s *Service) visibleLabels(ctx context.Context, account uuid.UUID, customers []uuid.UUID) (map[uuid.UUID]CustomerLabel, error) {
	if len(customers) == 0 {
		return nil, nil
	}
	found, err := s.customers.Labels(ctx, account, ids.Distinct(customers))
	if err != nil || !caller.From(ctx).IsCustomer() {
		return found, err
	}
	form, err := s.lists.Form(ctx, account, OfCustomers)
	if err != nil {
		return nil, err
	}
	for id, l := range found {
		found[id] = l.shownBy(form)
	}
	return found, nil
}

func (l CustomerLabel) shownBy(form Form) CustomerLabel {
	for key, part := range map[string]**string{"first_name": &l.FirstName, "last_name": &l.LastName, "phones": &l.Phone, "alert": &l.Alert} {
		if !form.shows(key) {
			*part = nil
		}
	}
	return l
}

// PetLabels are names and owners of pets by id, for other modules' lists; ids that name nothing are not in the answer. For customers they
// have no alerts and photos: whether the form shows these is asked by PetSummaries alone.
func (s *Service) PetLabels(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]PetLabel, error) {
	if len(pets) == 0 {
		return nil, nil
	}
	found, err := s.pets.Labels(ctx, account, ids.Distinct(pets))
	if err != nil {
		return nil, err
	}
	owners := make([]uuid.UUID, 0, len(found))
	for _, p := range found {
		owners = append(owners, p.Customer.ID)
	}
	labels, err := s.CustomerLabels(ctx, account, owners)
	isCustomer := caller.From(ctx).IsCustomer()
	for id, p := range found {
		p.Customer = labels[p.Customer.ID]
		if isCustomer {
			p.Alert, p.Photo = nil, nil
		}
		found[id] = p
	}
	return found, err
}
