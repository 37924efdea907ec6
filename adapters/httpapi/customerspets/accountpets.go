package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type listAccountPetsInput struct {
	httpapi.AccountPath
	httpapi.Paging
	Search               string                      `query:"search" minLength:"2" maxLength:"100" example:"biscuit okafor"`
	Sort                 string                      `query:"sort" enum:"relevance"`
	CustomerID           []string                    `query:"customerId,explode" maxItems:"50" minLength:"36" maxLength:"36"`
	Status               customerspets.PetStatus     `query:"status" enum:"active,inactive,deceased" doc:"Only pets with this status"`
	Species              string                      `query:"species" format:"species" doc:"Only pets of this species"`
	BreedID              httpapi.Optional[uuid.UUID] `query:"breedId" format:"uuid" doc:"Only pets with this breed"`
	ColourCodeID         httpapi.Optional[uuid.UUID] `query:"colourCodeId" format:"uuid" doc:"Only pets with this colour code"`
	SecondaryPetStatusID httpapi.Optional[uuid.UUID] `query:"secondaryPetStatusId" format:"uuid" doc:"Only pets with this secondary status"`

	Tag       string `query:"tag" maxLength:"40" doc:"Only pets with exactly this tag" example:"VIP"`
	Microchip string `query:"microchip" maxLength:"23" doc:"Exactly its letters and digits, whatever the case" example:"999000000012345"`

	ExternalID string `query:"externalId" maxLength:"100" doc:"Only the pet with this external_id" example:"P-0001"`
	httpapi.Since
}

// Docs returns the descriptions of parameters that are too long for a struct tag.
func (listAccountPetsInput) Docs() map[string]string {
	return map[string]string{"search": "Parts of the pet's name and microchip, or of the owner's name and phone numbers. " +
		wordRules, "sort": sortRules, "customerId": "Only pets of these customers; may be repeated"}
}

func (h handler) listAccountPets(ctx context.Context, in *listAccountPetsInput,
	page paging.Request) (paging.Page[customerspets.ListedPet], error) {
	if err := checkSort(in.Sort, in.Search, in.Cursor); err != nil {
		return paging.Page[customerspets.ListedPet]{}, err
	}
	owners, err := customerIDs(in.CustomerID)
	if err != nil {
		return paging.Page[customerspets.ListedPet]{}, err
	}
	return h.service.ListAccountPets(ctx, in.AccountID, customerspets.PetFilter{
		Words: customerspets.SearchWords(in.Search), Customers: owners, Status: in.Status, Species: in.Species, Breed: in.BreedID.Value,
		ColourCode: in.ColourCodeID.Value, SecondaryStatus: in.SecondaryPetStatusID.Value, Tag: in.Tag, Microchip: in.Microchip,
		ExternalID: in.ExternalID, UpdatedSince: in.UpdatedSince.Ptr(), Ranked: in.Sort != "",
	}, page)
}

// customerIDs parses the owners; Huma knows no lists of ids.
func customerIDs(texts []string) ([]uuid.UUID, error) {
	ids := make([]uuid.UUID, 0, len(texts))
	for _, text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			return nil, apperr.NewInvalidIn("query", "customerId", "format", "is not an id")
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func (h handler) getAccountPet(ctx context.Context, in *httpapi.PetPath) (customerspets.ListedPet, error) {
	return h.service.GetAccountPet(ctx, in.AccountID, in.PetID)
}

func (h handler) transferPet(ctx context.Context, in *struct {
	httpapi.CustomerPetPath
	httpapi.IfMatch
	Body customerspets.PetTransfer
}) (*httpapi.Output[customerspets.Pet], error) {
	p, err := h.service.TransferPet(ctx, in.AccountID, in.CustomerID, in.PetID, in.Body, in.Match())
	return httpapi.One(p, p.Version), err
}
