package customerspets

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// DuplicateReason is what records have in common that may be one.
type DuplicateReason string

// The reasons, the strongest first, of customers and then of pets.
const (
	SameEmail        DuplicateReason = "email"
	SamePhone        DuplicateReason = "phone"
	SameNamePostcode DuplicateReason = "name_postcode"
	SameNamePet      DuplicateReason = "name_pet" // the name, and the birth date of a pet
	SameMicrochip    DuplicateReason = "microchip"
	SameName         DuplicateReason = "name" // and owner and species
)

// DuplicateGroup is records that may be one, in the order of their ids.
type DuplicateGroup struct {
	IDs     []uuid.UUID
	Reasons []DuplicateReason
}

// DuplicateCustomers are customers that may be one person.
type DuplicateCustomers struct {
	Customers []DuplicateCustomer `json:"customers" maxItems:"20" doc:"The oldest 20 of them, the oldest first"`
	Reasons   []DuplicateReason   `json:"reasons" maxItems:"4" enum:"email,phone,name_postcode,name_pet" doc:"What all have in common"`
}

// DuplicateCustomer is a customer that may be the same person as another one.
type DuplicateCustomer struct {
	ID        uuid.UUID `json:"id" format:"uuid" doc:"Id of the customer"`
	Name      string    `json:"name" maxLength:"201" doc:"First and last name" example:"Rosalind Okafor-Hughes"`
	Email     *string   `json:"email" format:"email" maxLength:"254" doc:"E-mail" example:"rosalind@example.com"`
	Phone     *string   `json:"phone" maxLength:"40" doc:"The primary one as E.164; ;ext=4 is an extension" example:"+447700900123"`
	Pets      int       `json:"pets" minimum:"0" doc:"How many pets the customer has" example:"2"`
	CreatedAt time.Time `json:"created_at"`
}

// DuplicatePets are pets that may be one.
type DuplicatePets struct {
	Pets    []DuplicatePet    `json:"pets" maxItems:"20" doc:"The oldest 20 of them, the oldest first"`
	Reasons []DuplicateReason `json:"reasons" maxItems:"2" enum:"microchip,name" doc:"What all have in common; name: name, owner and species"`
}

// DuplicatePet is a pet that may be another one.
type DuplicatePet struct {
	ID        uuid.UUID   `json:"id" format:"uuid" doc:"Id of the pet"`
	Name      string      `json:"name" maxLength:"100" doc:"Name" example:"Biscuit"`
	Species   string      `json:"species" format:"species" doc:"Species" example:"dog"`
	BirthDate *clock.Day  `json:"birth_date" format:"date" doc:"Date of birth" example:"2021-05-04"`
	Microchip *string     `json:"microchip" maxLength:"23" doc:"Microchip number" example:"999000000012345"`
	Customer  PetCustomer `json:"customer" doc:"The owner"`
	CreatedAt time.Time   `json:"created_at"`
}

// ListDuplicateCustomers lists customers that may be one person, strongest reasons first; with only, those with that customer, which
// fails with apperr.NotFound when there is none.
func (s *Service) ListDuplicateCustomers(ctx context.Context, account, only uuid.UUID,
	page paging.Request) (list paging.Page[DuplicateCustomers], err error) {
	if only != uuid.Nil {
		if err := s.customers.Exists(ctx, account, only); err != nil {
			return list, err
		}
	}
	groups, err := s.merges.Duplicates(ctx, account, OfCustomers, only, page)
	if err != nil {
		return list, err
	}
	list.Next = groups.Next
	all := idsOf(groups.Items)
	customers, err := s.customers.Many(ctx, account, all)
	if err != nil {
		return list, err
	}
	pets, err := s.pets.CountOf(ctx, account, all)
	for _, g := range groups.Items {
		d := DuplicateCustomers{Reasons: g.Reasons}
		for _, id := range g.IDs {
			if c, ok := customers[id]; ok {
				l := c.Label()
				d.Customers = append(d.Customers, DuplicateCustomer{id, l.name(), c.Email, l.Phone, pets[id], c.CreatedAt})
			}
		}
		list.Items = append(list.Items, d)
	}
	return list, err
}

// ListDuplicatePets is ListDuplicateCustomers for pets.
func (s *Service) ListDuplicatePets(ctx context.Context, account, only uuid.UUID,
	page paging.Request) (list paging.Page[DuplicatePets], err error) {
	if only != uuid.Nil {
		if err := s.pets.Exists(ctx, account, only); err != nil {
			return list, err
		}
	}
	groups, err := s.merges.Duplicates(ctx, account, OfPets, only, page)
	if err != nil {
		return list, err
	}
	list.Next = groups.Next
	pets, err := s.pets.Many(ctx, account, idsOf(groups.Items))
	if err != nil {
		return list, err
	}
	owners := make([]uuid.UUID, 0, len(pets))
	for _, p := range pets {
		owners = append(owners, p.CustomerID)
	}
	labels, err := s.CustomerLabels(ctx, account, ids.Distinct(owners))
	for _, g := range groups.Items {
		d := DuplicatePets{Reasons: g.Reasons}
		for _, id := range g.IDs {
			if p, ok := pets[id]; ok {
				d.Pets = append(d.Pets, DuplicatePet{id, p.Name, p.Species, p.BirthDate, p.Microchip, labels[p.CustomerID], p.CreatedAt})
			}
		}
		list.Items = append(list.Items, d)
	}
	return list, err
}

func idsOf(groups []DuplicateGroup) (all []uuid.UUID) {
	for _, g := range groups {
		all = append(all, g.IDs...)
	}
	return ids.Distinct(all)
}

// DismissDuplicates has records not be listed together any more. It fails with apperr.Invalid unless they are of the account.
func (s *Service) DismissDuplicates(ctx context.Context, account uuid.UUID, kind Kind, of []uuid.UUID) error {
	if caller.From(ctx).IsCustomer() {
		return apperr.NewForbidden("forbidden", "customers cannot do this")
	}
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		var faults apperr.FieldErrors
		for i, id := range of {
			exists := s.customers.Exists
			if kind == OfPets {
				exists = s.pets.Exists
			}
			err := exists(ctx, account, id)
			if err != nil && !apperr.Is(err, apperr.NotFound) && !apperr.Is(err, apperr.Conflict) {
				return err
			}
			if err != nil {
				faults.Add(fmt.Sprintf("%s_ids[%d]", kind, i), "not_found", "is not a "+string(kind)+" of the account")
			}
		}
		if err := faults.Err(); err != nil {
			return err
		}
		return s.merges.Dismiss(ctx, account, ids.Distinct(of))
	})
}
