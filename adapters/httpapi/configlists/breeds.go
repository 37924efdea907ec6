package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type breedHandler struct{ lists *configlists.Service }

func (h breedHandler) register(a *httpapi.API) {
	const tag, all, one = "Breeds", account + "breeds", account + "breeds/{breedId}"
	httpapi.List(a, httpapi.Operation{
		ID: "listBreeds", Path: all, Tag: tag, Summary: "List breeds",
		Description: "The account's breeds by name; case and accents do not count in the order. The list is empty until the first " +
			"breed is added.",
		Access: read().AndCustomers("all"),
	}, h.list)
	httpapi.Create(a, httpapi.Operation{
		ID: "createBreed", Path: all, Tag: tag, Summary: "Add a breed",
		Problems: []string{"duplicate"},
		Description: "When the account has no breed yet, the master list is loaded first (event `breed.list_loaded`, no event for " +
			"each of its breeds), then the new breed is added. A name that the species already has, whatever the case, is a 409 " +
			"`duplicate`; the master list " +
			"stays loaded.",
		Access: write(),
	}, h.create)
	httpapi.Get(a, httpapi.Operation{
		ID: "getBreed", Path: one, Tag: tag, Summary: "Get a breed", Access: read().AndCustomers("all"),
	}, h.get)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateBreed", Path: one, Tag: tag, Summary: "Change a breed",
		Problems: []string{"duplicate"},
		Description: "The breed strings of all pets that have the breed follow in the same transaction, each with a `pet.updated`. " +
			inOneRequest,
		Access: write(),
	}, h.update)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteBreed", Path: one, Tag: tag, Summary: "Delete a breed",
		Description: "The breed leaves all pets that have it, and their breed strings follow, in the same transaction. " + inOneRequest,
		Access:      write(),
	}, h.delete)
}

func (h breedHandler) list(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
	Species string `query:"species" format:"species" doc:"Only breeds of this species"`
	Search  string `query:"search" minLength:"1" maxLength:"100" doc:"Part of the name; case and accents do not count"`
}, page paging.Request) (paging.Page[configlists.Breed], error) {
	return h.lists.ListBreeds(ctx, in.AccountID, configlists.BreedFilter{Species: in.Species, Search: in.Search}, page)
}

func (h breedHandler) create(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body configlists.BreedCreate
}) (configlists.Breed, error) {
	return h.lists.CreateBreed(ctx, in.AccountID, in.Body)
}

// BreedPath is exported, like everything that inputs embed, because Huma ignores unexported types.
type BreedPath struct {
	httpapi.AccountPath
	BreedID uuid.UUID `path:"breedId" format:"uuid" doc:"The breed"`
}

func (h breedHandler) get(ctx context.Context, in *BreedPath) (configlists.Breed, error) {
	return h.lists.GetBreed(ctx, in.AccountID, in.BreedID)
}

func (h breedHandler) update(ctx context.Context, in *struct {
	BreedPath
	httpapi.IfMatch
	Body configlists.BreedPatch
}) (configlists.Breed, error) {
	return h.lists.UpdateBreed(ctx, in.AccountID, in.BreedID, in.Body, in.Match())
}

func (h breedHandler) delete(ctx context.Context, in *struct {
	BreedPath
	httpapi.IfMatch
}) error {
	return h.lists.DeleteBreed(ctx, in.AccountID, in.BreedID, in.Match())
}
