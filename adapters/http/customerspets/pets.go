package customerspets

import (
	"context"
	"time"

	api "github.com/petcare/petcare/adapters/http"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/paging"
)

type listPetsInput struct {
	CustomerPath
	api.Paging
	Status       customerspets.PetStatus `query:"status" enum:"active,inactive,deceased" doc:"Only pets with this status"`
	Species      string                  `query:"species" enum:"dog,cat,rabbit,bird,guinea_pig,hamster,rat,mouse,chinchilla,ferret,horse,reptile,fish,other" doc:"Only pets of this species"`
	UpdatedSince api.Optional[time.Time] `query:"updatedSince" doc:"Only pets that changed at this instant or later" example:"2026-03-14T09:26:53Z"`
}

func (h handler) listPets(ctx context.Context, in *listPetsInput) (*api.ListOutput[customerspets.Pet], error) {
	return api.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[customerspets.Pet], error) {
		filter := customerspets.PetFilter{Status: in.Status, Species: in.Species, UpdatedSince: in.UpdatedSince.Ptr()}
		return h.service.ListPets(ctx, in.AccountID, in.CustomerID, filter, page)
	})
}

type createPetInput struct {
	CustomerPath
	Body customerspets.PetDraft
}

func (h handler) createPet(ctx context.Context, in *createPetInput) (*api.Output[customerspets.Pet], error) {
	p, err := h.service.CreatePet(ctx, in.AccountID, in.CustomerID, in.Body)
	if err != nil {
		return nil, err
	}
	return api.Created(ctx, p, p.Version, p.ID), nil
}

type getPetInput struct{ PetPath }

func (h handler) getPet(ctx context.Context, in *getPetInput) (*api.Output[customerspets.Pet], error) {
	p, err := h.service.GetPet(ctx, in.AccountID, in.CustomerID, in.PetID)
	if err != nil {
		return nil, err
	}
	return api.One(p, p.Version), nil
}

type changePetInput struct {
	PetPath
	api.IfMatch
	Body customerspets.PetChange
}

func (h handler) changePet(ctx context.Context, in *changePetInput) (*api.Output[customerspets.Pet], error) {
	p, err := h.service.ChangePet(ctx, in.AccountID, in.CustomerID, in.PetID, in.Body, in.Match())
	if err != nil {
		return nil, err
	}
	return api.One(p, p.Version), nil
}
