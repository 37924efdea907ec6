package healthrecords

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// ListedVaccination is a vaccination with the names of its pet and the pet's owner.
type ListedVaccination struct {
	Vaccination
	Pet      VaccinationPet      `json:"pet" doc:"The pet"`
	Customer VaccinationCustomer `json:"customer" doc:"Its owner"`
}

// AccountFilter picks vaccinations of an account; zero values are no filter.
type AccountFilter struct {
	Statuses     []Status // one of these
	Current      *bool
	Type         *uuid.UUID
	Pet          PetFilter
	From, To     clock.Day // expires on or after, on or before
	UpdatedSince *time.Time
	Verified     *bool
	HasProof     *bool
}

// ListAccountVaccinations lists the vaccinations of the account by expires_on, each with pet and owner; customers find those of their
// own pets.
func (s *Service) ListAccountVaccinations(ctx context.Context, account uuid.UUID, f AccountFilter,
	page paging.Request) (paging.Page[ListedVaccination], error) {
	none := paging.Page[ListedVaccination]{}
	if !f.From.IsZero() && !f.To.IsZero() && f.To.Before(f.From) {
		return none, apperr.NewInvalidIn("query", "expiresTo", "order", "is before expiresFrom")
	}
	today, err := s.today(ctx, account)
	if err != nil {
		return none, err
	}
	if c := caller.From(ctx); c.IsCustomer() {
		f.Pet.Customer = c.Customer
	}
	if f.Pet.Status != "" { // a filter must not tell what is hidden
		if shown, err := s.pets.ShowsStatus(ctx, account); err != nil || !shown {
			return none, err
		}
	}
	found, err := s.stores.Vaccinations.ListAccount(ctx, account, f, today.spans(f.Statuses), page)
	if err != nil {
		return none, err
	}
	items := found.Items
	pets := lists.Map(items, func(v Vaccination) uuid.UUID { return v.PetID })
	labels, err := s.pets.Labels(ctx, account, pets)
	listed := make([]ListedVaccination, len(items))
	for i, v := range items {
		v.Standing = today.standing(v.ExpiresOn)
		listed[i] = ListedVaccination{v, labels[v.PetID].Pet, labels[v.PetID].Customer}
	}
	return paging.Page[ListedVaccination]{Items: listed, Next: found.Next}, err
}
