package customerspets

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// PetFilter narrows a list of pets; zero values are no filter.
type PetFilter struct {
	Words           []SearchWord
	Customers       []uuid.UUID // of these alone; none: of all
	Status          PetStatus
	Species         string
	Breed           uuid.UUID
	ColourCode      uuid.UUID
	SecondaryStatus uuid.UUID
	Tag             string
	Microchip       string // by its letters and digits, whatever their case
	ExternalID      string
	UpdatedSince    *time.Time
	Ranked          bool // the best matches of Words first, at most MaxRanked, without a next page
}

// GetPet is one pet of a customer; apperr.NotFound when the customer has no such pet. Customers see their own pets alone,
// and of them what the form shows to customers.
func (s *Service) GetPet(ctx context.Context, account, customer, id uuid.UUID) (Pet, error) {
	p, err := s.FindPet(ctx, account, id)
	if err != nil {
		return Pet{}, err
	}
	if p.CustomerID != customer {
		return Pet{}, s.noPet(ctx, account, customer)
	}
	return p, nil
}

// noPet is apperr.NotFound for a pet that the customer does not have, unless the customer was merged into another one.
func (s *Service) noPet(ctx context.Context, account, customer uuid.UUID) error {
	if err := s.customers.Exists(ctx, account, customer); err != nil && !apperr.Is(err, apperr.NotFound) {
		return err
	}
	return apperr.NewNotFound("pet")
}

// FindPet is one pet of the account, whoever owns it; apperr.NotFound when there is none. Customers find their own pets
// alone, and see of them what the form shows to customers.
func (s *Service) FindPet(ctx context.Context, account, id uuid.UUID) (Pet, error) {
	p, err := s.pets.Get(ctx, account, id)
	if err != nil {
		return Pet{}, s.unseen(ctx, account, err)
	}
	if ownOnly(ctx, p.CustomerID) != nil {
		return Pet{}, apperr.NewNotFound("pet")
	}
	if err := s.complete(ctx, account, []*Pet{&p}); err != nil {
		return Pet{}, err
	}
	return view(ctx, s, account, OfPets, s.petFields, p)
}

// ListPets lists the pets of a customer, newest first; apperr.NotFound when there is no such customer.
func (s *Service) ListPets(ctx context.Context, account, customer uuid.UUID, filter PetFilter,
	page paging.Request) (paging.Page[Pet], error) {
	if err := ownOnly(ctx, customer); err != nil {
		return paging.Page[Pet]{}, err
	}
	form, words, ok, err := s.petForm(ctx, account, &filter)
	if err != nil || !ok {
		return paging.Page[Pet]{}, err
	}
	list, err := s.pets.List(ctx, account, customer, filter, page)
	if err != nil {
		return list, err
	}
	if len(list.Items) == 0 { // only then it may be that there is no such customer
		return list, s.customers.Exists(ctx, account, customer)
	}
	return s.shownPets(ctx, account, words, form, list)
}

// petForm is the form that rules what a customer sees of pets; false when the filter asks for what it hides. A filter must not tell
// what is hidden, nor must the cursor of a page that it has emptied: the words of a customer's search are taken out of it, and looked
// for in what is shown of each page. Staff need no form.
func (s *Service) petForm(ctx context.Context, account uuid.UUID, f *PetFilter) (form Form, words []SearchWord, ok bool, err error) {
	if !caller.From(ctx).IsCustomer() {
		return form, nil, true, nil
	}
	if form, err = s.lists.Form(ctx, account, OfPets); err != nil {
		return form, nil, false, err
	}
	words, f.Words = f.Words, nil
	asked := map[string]bool{
		"status": f.Status != "", "breed_ids": f.Breed != uuid.Nil, "colour_code_ids": f.ColourCode != uuid.Nil, "tags": f.Tag != "",
		"secondary_pet_status_id": f.SecondaryStatus != uuid.Nil, "microchip": f.Microchip != "", "external_id": f.ExternalID != "",
	}
	return form, words, form.showsAll(asked), nil
}

// ShowsPetStatus reports whether the caller sees the status of pets, for other modules' filters.
func (s *Service) ShowsPetStatus(ctx context.Context, account uuid.UUID) (bool, error) {
	_, _, ok, err := s.petForm(ctx, account, &PetFilter{Status: PetActive})
	return ok, err
}

// shownPets are the pets of a page as the caller may see them, for customers by the form, and those alone that have the words.
func (s *Service) shownPets(ctx context.Context, account uuid.UUID, words []SearchWord, form Form,
	list paging.Page[Pet]) (paging.Page[Pet], error) {
	pets := make([]*Pet, len(list.Items))
	for i := range list.Items {
		pets[i] = &list.Items[i]
	}
	if err := s.complete(ctx, account, pets); err != nil || !caller.From(ctx).IsCustomer() {
		return list, err
	}
	shows, err := s.ownPets(ctx, account, words, form)
	if err != nil {
		return list, err
	}
	found := list.Items[:0]
	for i := range list.Items {
		if shows(&list.Items[i]) { // which empties it of what is hidden
			found = append(found, list.Items[i])
		}
	}
	return paging.Page[Pet]{Items: found, Next: list.Next}, nil
}

// ownPets is a function that empties the keys of a customer's pet that the form hides, and reports whether the words of a search are in
// what it shows of the pet, or in what it shows of the owner.
func (s *Service) ownPets(ctx context.Context, account uuid.UUID, words []SearchWord, form Form) (func(*Pet) bool, error) {
	ownerKnownBy := ""
	if len(words) > 0 {
		owner, err := s.GetCustomer(ctx, account, caller.From(ctx).Customer)
		if err != nil {
			return nil, err
		}
		owner.index(s.phones.National)
		ownerKnownBy = owner.KnownBy
	}
	return func(p *Pet) bool {
		s.petFields.cut(p, form)
		p.index()
		return !slices.ContainsFunc(words, func(w SearchWord) bool { return !w.isIn(p.Search + ownerKnownBy) })
	}, nil
}

// complete fills in the photos and the secondary statuses of pets; it asks only when there is one of these.
func (s *Service) complete(ctx context.Context, account uuid.UUID, pets []*Pet) (err error) {
	var asked []uuid.UUID
	for _, p := range pets {
		if id := p.SecondaryPetStatusID; id != nil {
			asked = append(asked, *id)
		}
	}
	var names map[uuid.UUID]string
	if len(asked) > 0 {
		names, err = s.lists.Statuses(ctx, account, ids.Distinct(asked))
	}
	for _, p := range pets {
		p.SecondaryPetStatus, p.Photo = nil, p.PhotoAt()
		if id := p.SecondaryPetStatusID; id != nil {
			if name, ok := names[*id]; ok {
				p.SecondaryPetStatus = &PetSecondaryStatus{*id, name}
			}
		}
	}
	return err
}
