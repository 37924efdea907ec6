package orders

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// ListedOrder is an order with the summaries that were asked for.
type ListedOrder struct {
	Order
	Customer *CustomerSummary `json:"customer,omitempty" doc:"Who ordered; only with include=customer"`
	Pets     []PetSummary     `json:"pets,omitzero" maxItems:"100" doc:"The pets of pet_ids, in that order; only with include=pets"`
}

// CustomerSummary is what a desk needs to know of who ordered.
type CustomerSummary struct {
	ID    uuid.UUID `json:"id" format:"uuid" doc:"Id of the customer"`
	Name  string    `json:"name" maxLength:"201" doc:"First and last name" example:"Rosalind Okafor-Hughes"`
	Phone *string   `json:"phone" maxLength:"40" doc:"The primary one as E.164, or null; ;ext=4 is an extension" example:"+447700900123"`
	Alert *string   `json:"alert" maxLength:"500" doc:"What staff must know of the customer" example:"Only the husband may collect"`
}

// PetSummary is what a desk needs to know of a pet.
type PetSummary struct {
	ID      uuid.UUID        `json:"id" format:"uuid" doc:"Id of the pet"`
	Name    string           `json:"name" maxLength:"100" doc:"Its name" example:"Biscuit"`
	Species string           `json:"species" format:"species" doc:"Species of the pet"`
	Alert   *string          `json:"alert" maxLength:"500" doc:"What staff must know of the pet" example:"Bites other dogs"`
	Photo   *PetSummaryPhoto `json:"photo" doc:"Its small preview; null when there is no photo"`
}

// PetSummaryPhoto is where a client finds the photo of a pet.
type PetSummaryPhoto struct {
	ID  uuid.UUID `json:"id" format:"uuid" doc:"Id of the file"`
	URL string    `json:"url" maxLength:"200" doc:"Path of its preview of 256 pixels, for which a credential is needed as for the file"`
}

// include puts summaries beside orders, with one question for all customers and one for all pets.
func (s *Service) include(ctx context.Context, account uuid.UUID, list []Order, what Include) ([]ListedOrder, error) {
	listed := lists.Map(list, func(o Order) ListedOrder { return ListedOrder{Order: o} })
	if what.Customer {
		if err := s.includeCustomers(ctx, account, listed); err != nil {
			return nil, err
		}
	}
	if what.Pets {
		return listed, s.includePets(ctx, account, listed)
	}
	return listed, nil
}

func (s *Service) includeCustomers(ctx context.Context, account uuid.UUID, list []ListedOrder) error {
	ids := lists.Map(list, func(o ListedOrder) uuid.UUID { return o.CustomerID })
	found, err := s.customers.Customers(ctx, account, ids)
	for i, o := range list {
		if c, ok := found[o.CustomerID]; ok {
			list[i].Customer = &c
		}
	}
	return err
}

func (s *Service) includePets(ctx context.Context, account uuid.UUID, list []ListedOrder) error {
	of := lists.Map(list, func(o ListedOrder) []uuid.UUID { return o.PetIDs.Get() })
	found, err := s.customers.Pets(ctx, account, slices.Concat(of...))
	for i := range list {
		list[i].Pets = []PetSummary{}
		for _, id := range of[i] {
			if p, ok := found[id]; ok {
				list[i].Pets = append(list[i].Pets, p)
			}
		}
	}
	return err
}

func (s *Service) includePage(ctx context.Context, account uuid.UUID, found paging.Page[Order],
	what Include) (paging.Page[ListedOrder], error) {
	listed, err := s.include(ctx, account, found.Items, what)
	return paging.Page[ListedOrder]{Items: listed, Next: found.Next}, err
}
