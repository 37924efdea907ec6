package configlists

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type colourCodeHandler struct{ lists *configlists.Service }

func (h colourCodeHandler) register(a *httpapi.API) {
	const tag, all, one = "Colour codes", account + "colourCodes", account + "colourCodes/{id}"
	httpapi.List(a, httpapi.Operation{
		ID: "listColourCodes", Path: all, Tag: tag, Summary: "List colour codes",
		Description: "By type, then number.", Access: read().AndCustomers("those of the types whose form field is visible to them"),
	}, h.list)
	httpapi.Create(a, httpapi.Operation{
		ID: "createColourCode", Path: all, Tag: tag, Summary: "Add a colour code",
		Problems: []string{"duplicate", "conflict"},
		Description: "Without a number it gets the next one: the highest of its type + 1. When the highest is 9999 there is no next " +
			"one: 409 `conflict`. " +
			"A number that is taken is a 409 `duplicate`.",
		Access: write(),
	}, h.create)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getNextColourCodeNumber", Method: http.MethodGet, Path: all + "/nextNumber", Tag: tag, Summary: "Get the next number",
		Problems: []string{"conflict"},
		Description: "The number that the next colour code of the type gets when it is made without one: the highest + 1, and 1 when " +
			"there is none. Nothing is reserved. When the highest is 9999 there is no next one: 409 `conflict`.",
		Access: read(),
	}, h.next)
	httpapi.Get(a, httpapi.Operation{
		ID: "getColourCode", Path: one, Tag: tag, Summary: "Get a colour code",
		Access: read().AndCustomers("those of the types whose form field is visible to them"),
	}, h.get)
	httpapi.Update(a, httpapi.Operation{
		Readable: httpapi.Readable{Immutable: []string{"type"}},
		ID:       "updateColourCode", Path: one, Tag: tag, Summary: "Change a colour code",
		Problems:    []string{"duplicate"},
		Description: "The type never changes. A number that is taken is a 409 `duplicate`.", Access: write(),
	}, h.update)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteColourCode", Path: one, Tag: tag, Summary: "Delete a colour code",
		Description: "The code leaves all pets and customers that have it in the same transaction. " + inOneRequest,
		Access:      write(),
	}, h.delete)
}

func (h colourCodeHandler) list(ctx context.Context, in *struct {
	httpapi.AccountPath
	httpapi.Paging
	Type configlists.ColourCodeType `query:"type" enum:"pet,customer" doc:"Only codes of this type"`
}, page paging.Request) (paging.Page[configlists.ColourCode], error) {
	return h.lists.ListColourCodes(ctx, in.AccountID, in.Type, page)
}

func (h colourCodeHandler) create(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body configlists.ColourCodeCreate
}) (configlists.ColourCode, error) {
	return h.lists.CreateColourCode(ctx, in.AccountID, in.Body)
}

func (h colourCodeHandler) next(ctx context.Context, in *struct {
	httpapi.AccountPath
	Type configlists.ColourCodeType `query:"type" required:"true" enum:"pet,customer" doc:"The type of the code to come" example:"pet"`
}) (*httpapi.Output[configlists.NextNumber], error) {
	next, err := h.lists.GetNextNumber(ctx, in.AccountID, in.Type)
	return httpapi.Plain(next), err
}

// ColourCodePath is the path of a colour code.
type ColourCodePath struct {
	httpapi.AccountPath
	ID uuid.UUID `path:"id" format:"uuid" doc:"The colour code"`
}

func (h colourCodeHandler) get(ctx context.Context, in *ColourCodePath) (configlists.ColourCode, error) {
	return h.lists.GetColourCode(ctx, in.AccountID, in.ID)
}

func (h colourCodeHandler) update(ctx context.Context, in *struct {
	ColourCodePath
	httpapi.IfMatch
	Body configlists.ColourCodePatch
}) (configlists.ColourCode, error) {
	return h.lists.UpdateColourCode(ctx, in.AccountID, in.ID, in.Body, in.Match())
}

func (h colourCodeHandler) delete(ctx context.Context, in *struct {
	ColourCodePath
	httpapi.IfMatch
}) error {
	return h.lists.DeleteColourCode(ctx, in.AccountID, in.ID, in.Match())
}
