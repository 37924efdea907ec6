package customerspets

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/text"
)

type listCustomersInput struct {
	httpapi.AccountPath
	httpapi.Paging
	Search string `query:"search" minLength:"2" maxLength:"100" example:"okafor 0770"`
	Sort   string `query:"sort" enum:"relevance"`
	Email  string `query:"email" maxLength:"254" doc:"Exactly this e-mail, whatever the case" example:"rosalind@example.com"`
	Phone  string `query:"phone" maxLength:"40" doc:"Exactly this number, international or national for the account" example:"07700 900123"`

	Status       customerspets.Status        `query:"status" enum:"active,inactive,blocked" doc:"Only customers with this status"`
	ColourCodeID httpapi.Optional[uuid.UUID] `query:"colourCodeId" format:"uuid" doc:"Only customers with this colour code"`

	ExternalID string `query:"externalId" maxLength:"100" doc:"Only the customer with this external_id" example:"C-0001"`

	httpapi.Since
}

// sortRules describe the order by relevance.
const sortRules = "relevance: the best 50 matches of the search instead of pages, with found_in. Beginnings of words in the name " +
	"come first, then the rest of the name, pets or owner, and other texts; among equals the newest. Of more than 2,000 matches the " +
	"newest are compared. " +
	"Needs search, takes no cursor; limit has no effect"

// checkSort fails if a list is to be sorted by relevance without a search, or from a cursor on.
func checkSort(sort, search, cursor string) error {
	switch {
	case sort != "" && search == "":
		return apperr.NewInvalidIn("query", "sort", "search_required", "relevance needs a search")
	case sort != "" && cursor != "":
		return apperr.NewInvalidIn("query", "cursor", "not_allowed", "sort=relevance has no further pages")
	}
	return nil
}

// wordRules describe the words of a search.
const wordRules = "Every word has to be found; one of two characters, at the beginning of a word. Case, accents, apostrophes, " +
	"kinds of hyphens, and " +
	"punctuation around a word make no difference. A phone number may lack its country code and the 0 in front"

// Docs returns the descriptions of parameters that are too long for a struct tag.
func (listCustomersInput) Docs() map[string]string {
	return map[string]string{"search": "Parts of the customer's names, company, e-mail and phone numbers, of the contacts' names and phone " +
		"numbers, or of a pet's name (then see matching_pets). " + wordRules, "sort": sortRules}
}

func (h handler) listCustomers(ctx context.Context, in *listCustomersInput,
	page paging.Request) (paging.Page[customerspets.Customer], error) {
	if err := checkSort(in.Sort, in.Search, in.Cursor); err != nil {
		return paging.Page[customerspets.Customer]{}, err
	}
	if in.Email != "" && !text.IsEmail(in.Email) {
		message := "is not an e-mail address such as jo@example.com"
		if strings.Contains(in.Email, " ") { // which a + is in a query
			message += ": write + as %2B"
		}
		return paging.Page[customerspets.Customer]{}, apperr.NewInvalidIn("query", "email", "format", message)
	}
	return h.service.ListCustomers(ctx, in.AccountID, customerspets.CustomerQuery{
		Search: in.Search, Email: in.Email, Phone: in.Phone, Status: in.Status, ColourCode: in.ColourCodeID.Value,
		ExternalID: in.ExternalID, UpdatedSince: in.UpdatedSince.Ptr(), Ranked: in.Sort != "",
	}, page)
}

// createdCustomer is a new customer with its possible duplicates.
type createdCustomer struct {
	Status             int
	ETag               string `header:"ETag" maxLength:"30" doc:"The version of the record, for If-Match and If-None-Match" example:"\"1\""`
	Location           string `header:"Location" maxLength:"300" doc:"Path of the new record"`
	PossibleDuplicates string `header:"Petcare-Possible-Duplicates" maxLength:"1000" doc:"Up to 20 ids of others with this e-mail or phone"`
	Body               customerspets.Customer
}

func (h handler) createCustomer(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body customerspets.CustomerPatch
}) (*createdCustomer, error) {
	c, alike, err := h.service.CreateCustomer(ctx, in.AccountID, in.Body)
	if err != nil {
		return nil, err
	}
	made := httpapi.CreatedRecord(ctx, c)
	duplicates := strings.Join(lists.Map(alike, uuid.UUID.String), ", ")
	return &createdCustomer{made.Status, made.ETag, made.Location, duplicates, c}, nil
}

func (h handler) getCustomer(ctx context.Context, in *httpapi.CustomerPath) (customerspets.Customer, error) {
	return h.service.GetCustomer(ctx, in.AccountID, in.CustomerID)
}

func (h handler) updateCustomer(ctx context.Context, in *struct {
	httpapi.CustomerPath
	httpapi.IfMatch
	Body customerspets.CustomerPatch
}) (customerspets.Customer, error) {
	return h.service.UpdateCustomer(ctx, in.AccountID, in.CustomerID, in.Body, in.Match())
}
