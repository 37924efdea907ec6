package customerspets

import (
	"context"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type listPetsInput struct {
	httpapi.CustomerPath
	httpapi.Paging
	Status  customerspets.PetStatus `query:"status" enum:"active,inactive,deceased" doc:"Only pets with this status"`
	Species string                  `query:"species" format:"species" doc:"Only pets of this species"`
	httpapi.Since
}

func (h handler) listPets(ctx context.Context, in *listPetsInput, page paging.Request) (paging.Page[customerspets.Pet], error) {
	filter := customerspets.PetFilter{Status: in.Status, Species: in.Species, UpdatedSince: in.UpdatedSince.Ptr()}
	return h.service.ListPets(ctx, in.AccountID, in.CustomerID, filter, page)
}

func (h handler) createPet(ctx context.Context, in *struct {
	httpapi.CustomerPath
	Body customerspets.PetCreate
}) (customerspets.Pet, error) {
	return h.service.CreatePet(ctx, in.AccountID, in.CustomerID, in.Body)
}

func (h handler) getPet(ctx context.Context, in *httpapi.CustomerPetPath) (customerspets.Pet, error) {
	return h.service.GetPet(ctx, in.AccountID, in.CustomerID, in.PetID)
}

func (h handler) updatePet(ctx context.Context, in *struct {
	httpapi.CustomerPetPath
	httpapi.IfMatch
	Body customerspets.PetPatch
}) (customerspets.Pet, error) {
	return h.service.UpdatePet(ctx, in.AccountID, in.CustomerID, in.PetID, in.Body, in.Match())
}
