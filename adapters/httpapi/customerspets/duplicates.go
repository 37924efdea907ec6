package customerspets

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// DismissCustomers names customers that are different persons.
type DismissCustomers struct {
	CustomerIDs []uuid.UUID `json:"customer_ids" format:"uuid" minItems:"2" maxItems:"20" uniqueItems:"true" doc:"Customers of the account"`
}

// DismissPets names pets that are different ones.
type DismissPets struct {
	PetIDs []uuid.UUID `json:"pet_ids" format:"uuid" minItems:"2" maxItems:"20" uniqueItems:"true" doc:"Pets of the account"`
}

func (h handler) listDuplicateCustomers(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
	CustomerID httpapi.Optional[uuid.UUID] `query:"customerId" format:"uuid" doc:"Only those with this customer"`
}, page paging.Request) (paging.Page[customerspets.DuplicateCustomers], error) {
	return h.service.ListDuplicateCustomers(ctx, in.AccountID, in.CustomerID.Value, page)
}

func (h handler) listDuplicatePets(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
	PetID httpapi.Optional[uuid.UUID] `query:"petId" format:"uuid" doc:"Only those with this pet"`
}, page paging.Request) (paging.Page[customerspets.DuplicatePets], error) {
	return h.service.ListDuplicatePets(ctx, in.AccountID, in.PetID.Value, page)
}

func (h handler) dismissCustomers(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body DismissCustomers
}) (*httpapi.Nothing, error) {
	return nil, h.service.DismissDuplicates(ctx, in.AccountID, customerspets.OfCustomers, in.Body.CustomerIDs)
}

func (h handler) dismissPets(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body DismissPets
}) (*httpapi.Nothing, error) {
	return nil, h.service.DismissDuplicates(ctx, in.AccountID, customerspets.OfPets, in.Body.PetIDs)
}

func (h handler) registerDuplicates(a *httpapi.API) {
	const rules = " A group with several reasons is shown once, and a page may have fewer groups than limit though there are more: " +
		"only next_cursor tells. Groups that were dismissed stay away until a record joins them."
	httpapi.List(a, httpapi.Operation{
		ID: "listDuplicateCustomers", Path: customers + "/duplicates", Tag: customersTag,
		Summary: "List customers that may be one person",
		Description: "Groups of customers with the same e-mail, the same phone, the same name and postcode, or the same name and a pet with " +
			"the same date of birth; the strongest first. Case, accents and punctuation make no difference." + rules,
		Access: httpapi.Ability("customers:read"),
	}, h.listDuplicateCustomers)
	httpapi.Handle(a, httpapi.Operation{
		ID: "dismissDuplicateCustomers", Method: http.MethodPost, Path: customers + "/duplicates/dismiss", Tag: customersTag,
		Status: http.StatusNoContent, Summary: "Say that customers are different persons",
		Description: "They are not listed as duplicates of each other again.", Access: httpapi.Ability("customers:write"),
	}, h.dismissCustomers)
	httpapi.List(a, httpapi.Operation{
		ID: "listDuplicatePets", Path: accountPets + "/duplicates", Tag: petsTag,
		Summary:     "List pets that may be one",
		Description: "Groups of pets with the same microchip, or with the same name, owner and species; the strongest first." + rules,
		Access:      httpapi.Ability("customers:read"),
	}, h.listDuplicatePets)
	httpapi.Handle(a, httpapi.Operation{
		ID: "dismissDuplicatePets", Method: http.MethodPost, Path: accountPets + "/duplicates/dismiss", Tag: petsTag,
		Status: http.StatusNoContent, Summary: "Say that pets are different ones",
		Description: "They are not listed as duplicates of each other again.", Access: httpapi.Ability("customers:write"),
	}, h.dismissPets)
}
