package customerspets

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/paging"
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
	Ranked       bool      // the best matches of Words first, without a next page
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
	Ranked       bool // the best matches of Search first, at most MaxRanked, without a next page
}

// MaxRanked is how many matches a ranked list has at most.
const MaxRanked = 50

// GetCustomer is one customer; apperr.NotFound when there is none. A customer sees itself alone, and of itself what the
// form shows to customers.
func (s *Service) GetCustomer(ctx context.Context, account, id uuid.UUID) (Customer, error) {
	if err := ownOnly(ctx, id); err != nil {
		return Customer{}, err
	}
	c, err := s.customers.Get(ctx, account, id)
	if err != nil {
		return Customer{}, err
	}
	return view(ctx, s, account, OfCustomers, s.customerFields, c)
}

// ListCustomers lists customers, newest first; customers find themselves alone. It fails with apperr.Invalid when the phone is
// no phone number.
func (s *Service) ListCustomers(ctx context.Context, account uuid.UUID, q CustomerQuery,
	page paging.Request) (paging.Page[Customer], error) {
	filter, err := s.filter(ctx, account, q)
	if err != nil {
		return paging.Page[Customer]{}, err
	}
	if c := caller.From(ctx); c.IsCustomer() {
		filter.Only = c.Customer
	}
	list, err := s.customers.List(ctx, account, filter, page)
	if err != nil {
		return list, err
	}
	if !caller.From(ctx).IsCustomer() {
		if err := s.nameMatchingPets(ctx, account, filter.Words, list); err != nil || !filter.Ranked {
			return list, err
		}
		for i := range list.Items {
			list.Items[i].FoundIn = list.Items[i].foundIn(filter.Words, s.phones.National)
		}
		return list, nil
	}
	form, err := s.lists.Form(ctx, account, OfCustomers)
	if err != nil {
		return list, err
	}
	found := list.Items[:0]
	for _, c := range list.Items {
		s.customerFields.cut(&c, form)
		isFound, err := s.foundIn(ctx, c, filter, form)
		if err != nil {
			return list, err
		}
		if isFound {
			found = append(found, c)
		}
	}
	return paging.Page[Customer]{Items: found, Next: list.Next}, nil
}

// nameMatchingPets tells of customers who lack a word of the search themselves by which pets they were found.
func (s *Service) nameMatchingPets(ctx context.Context, account uuid.UUID, words []SearchWord, list paging.Page[Customer]) error {
	if len(words) == 0 {
		return nil
	}
	var owners []uuid.UUID
	for _, c := range list.Items {
		if slices.ContainsFunc(words, func(w SearchWord) bool { return !w.isIn(c.Search) }) {
			owners = append(owners, c.ID)
		}
	}
	if len(owners) == 0 {
		return nil
	}
	names, err := s.pets.Named(ctx, account, owners, words)
	for i := range list.Items {
		c := &list.Items[i]
		c.MatchingPets = names[c.ID]
	}
	return err
}

func (s *Service) filter(ctx context.Context, account uuid.UUID, q CustomerQuery) (CustomerFilter, error) {
	f := CustomerFilter{
		Words: SearchWords(q.Search), Email: q.Email, Status: q.Status, ColourCode: q.ColourCode,
		ExternalID: q.ExternalID, UpdatedSince: q.UpdatedSince, Ranked: q.Ranked,
	}
	if err := s.readNumbers(ctx, account, f.Words); err != nil || q.Phone == "" {
		return f, err
	}
	var faults apperr.FieldErrors
	r := s.reader(ctx, account, &faults)
	f.Phone = r.phone("phone", q.Phone)
	if r.err != nil {
		return f, r.err
	}
	for i := range faults {
		faults[i].In = "query"
	}
	return f, faults.Err()
}

// foundIn reports whether a filter finds the customer by what the form shows of it, or by the names of its pets: a filter must not tell
// what is hidden.
func (s *Service) foundIn(ctx context.Context, shown Customer, f CustomerFilter, form Form) (bool, error) {
	asked := map[string]bool{
		"email": f.Email != "", "phones": f.Phone != "", "status": f.Status != "",
		"external_id": f.ExternalID != "", "colour_code_ids": f.ColourCode != uuid.Nil,
	}
	if !form.showsAll(asked) {
		return false, nil
	}
	shown.index(s.phones.National)
	for _, w := range f.Words {
		if w.isIn(shown.Search) {
			continue
		}
		named, err := s.pets.Named(ctx, shown.AccountID, []uuid.UUID{shown.ID}, []SearchWord{w})
		if err != nil || len(named) == 0 {
			return false, err
		}
	}
	return true, nil
}

// CustomerIDs looks up which external ids customers of the account have.
func (s *Service) CustomerIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.customers.IDs(ctx, account, externalIDs)
}
