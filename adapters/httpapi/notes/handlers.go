package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// Listing is the rest of the input of a list.
type Listing struct {
	httpapi.Paging
	Category notes.Category `query:"category" enum:"general,medical,behaviour,grooming,boarding,billing,incident,other" doc:"Only this kind"`

	Visibility notes.Visibility `query:"visibility" enum:"staff,customer" doc:"Only notes with this visibility"`
}

func (l Listing) filter() notes.Filter {
	return notes.Filter{Category: l.Category, Visibility: l.Visibility}
}

// NotePath is the rest of the path of a note.
type NotePath struct {
	NoteID uuid.UUID `path:"noteId" format:"uuid" doc:"The note"`
	httpapi.IfMatch
}

func (h handler) listOfCustomer(ctx context.Context, in *struct {
	httpapi.CustomerPath
	Listing
}, page paging.Request) (paging.Page[notes.Note], error) {
	return h.notes.List(ctx, in.AccountID, notes.UnderCustomer(in.CustomerID), in.filter(), page)
}

func (h handler) createOnCustomer(ctx context.Context, in *struct {
	httpapi.CustomerPath
	Body notes.NoteCreate
}) (notes.Note, error) {
	return h.notes.Create(ctx, in.AccountID, notes.UnderCustomer(in.CustomerID), in.Body)
}

func (h handler) updateOnCustomer(ctx context.Context, in *struct {
	httpapi.CustomerPath
	NotePath
	Body notes.NotePatch
}) (notes.Note, error) {
	return h.notes.Update(ctx, in.AccountID, notes.UnderCustomer(in.CustomerID), in.NoteID, in.Body, in.Match())
}

func (h handler) deleteOnCustomer(ctx context.Context, in *struct {
	httpapi.CustomerPath
	NotePath
}) error {
	return h.notes.Delete(ctx, in.AccountID, notes.UnderCustomer(in.CustomerID), in.NoteID, in.Match())
}

func (h handler) listOfPet(ctx context.Context, in *struct {
	httpapi.CustomerPetPath
	Listing
}, page paging.Request) (paging.Page[notes.Note], error) {
	return h.notes.List(ctx, in.AccountID, notes.UnderPet(in.CustomerID, in.PetID), in.filter(), page)
}

func (h handler) createOnPet(ctx context.Context, in *struct {
	httpapi.CustomerPetPath
	Body notes.NoteCreate
}) (notes.Note, error) {
	return h.notes.Create(ctx, in.AccountID, notes.UnderPet(in.CustomerID, in.PetID), in.Body)
}

func (h handler) updateOnPet(ctx context.Context, in *struct {
	httpapi.CustomerPetPath
	NotePath
	Body notes.NotePatch
}) (notes.Note, error) {
	return h.notes.Update(ctx, in.AccountID, notes.UnderPet(in.CustomerID, in.PetID), in.NoteID, in.Body, in.Match())
}

func (h handler) deleteOnPet(ctx context.Context, in *struct {
	httpapi.CustomerPetPath
	NotePath
}) error {
	return h.notes.Delete(ctx, in.AccountID, notes.UnderPet(in.CustomerID, in.PetID), in.NoteID, in.Match())
}

func (h handler) listOfOrder(ctx context.Context, in *struct {
	httpapi.OrderPath
	Listing
}, page paging.Request) (paging.Page[notes.Note], error) {
	return h.notes.List(ctx, in.AccountID, notes.UnderOrder(in.OrderID), in.filter(), page)
}

func (h handler) createOnOrder(ctx context.Context, in *struct {
	httpapi.OrderPath
	Body notes.NoteCreate
}) (notes.Note, error) {
	return h.notes.Create(ctx, in.AccountID, notes.UnderOrder(in.OrderID), in.Body)
}

func (h handler) updateOnOrder(ctx context.Context, in *struct {
	httpapi.OrderPath
	NotePath
	Body notes.NotePatch
}) (notes.Note, error) {
	return h.notes.Update(ctx, in.AccountID, notes.UnderOrder(in.OrderID), in.NoteID, in.Body, in.Match())
}

func (h handler) deleteOnOrder(ctx context.Context, in *struct {
	httpapi.OrderPath
	NotePath
}) error {
	return h.notes.Delete(ctx, in.AccountID, notes.UnderOrder(in.OrderID), in.NoteID, in.Match())
}

func (h handler) update(ctx context.Context, in *struct {
	httpapi.AccountPath
	NotePath
	Body notes.NotePatch
}) (notes.Note, error) {
	return h.notes.Update(ctx, in.AccountID, notes.Scope{}, in.NoteID, in.Body, in.Match())
}

func (h handler) delete(ctx context.Context, in *struct {
	httpapi.AccountPath
	NotePath
}) error {
	return h.notes.Delete(ctx, in.AccountID, notes.Scope{}, in.NoteID, in.Match())
}
