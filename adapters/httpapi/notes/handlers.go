package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// CustomerPath is the path of a customer. It is exported, like everything that inputs embed, because Huma ignores unexported types.
type CustomerPath struct {
	httpapi.AccountPath
	CustomerID uuid.UUID `path:"customerId" format:"uuid" doc:"The customer"`
}

func (p CustomerPath) scope() notes.Scope { return notes.UnderCustomer(p.CustomerID) }

// PetPath is the path of a customer's pet.
type PetPath struct {
	CustomerPath
	PetID uuid.UUID `path:"petId" format:"uuid" doc:"The pet"`
}

func (p PetPath) scope() notes.Scope { return notes.UnderPet(p.CustomerID, p.PetID) }

// OrderPath is the path of an order.
type OrderPath struct {
	httpapi.AccountPath
	OrderID uuid.UUID `path:"orderId" format:"uuid" doc:"The order"`
}

func (p OrderPath) scope() notes.Scope { return notes.UnderOrder(p.OrderID) }

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
	CustomerPath
	Listing
}, page paging.Request) (paging.Page[notes.Note], error) {
	return h.notes.List(ctx, in.AccountID, in.scope(), in.filter(), page)
}

func (h handler) createOnCustomer(ctx context.Context, in *struct {
	CustomerPath
	Body notes.NoteCreate
}) (notes.Note, error) {
	return h.notes.Create(ctx, in.AccountID, in.scope(), in.Body)
}

func (h handler) updateOnCustomer(ctx context.Context, in *struct {
	CustomerPath
	NotePath
	Body notes.NotePatch
}) (notes.Note, error) {
	return h.notes.Update(ctx, in.AccountID, in.scope(), in.NoteID, in.Body, in.Match())
}

func (h handler) deleteOnCustomer(ctx context.Context, in *struct {
	CustomerPath
	NotePath
}) error {
	return h.notes.Delete(ctx, in.AccountID, in.scope(), in.NoteID, in.Match())
}

func (h handler) listOfPet(ctx context.Context, in *struct {
	PetPath
	Listing
}, page paging.Request) (paging.Page[notes.Note], error) {
	return h.notes.List(ctx, in.AccountID, in.scope(), in.filter(), page)
}

func (h handler) createOnPet(ctx context.Context, in *struct {
	PetPath
	Body notes.NoteCreate
}) (notes.Note, error) {
	return h.notes.Create(ctx, in.AccountID, in.scope(), in.Body)
}

func (h handler) updateOnPet(ctx context.Context, in *struct {
	PetPath
	NotePath
	Body notes.NotePatch
}) (notes.Note, error) {
	return h.notes.Update(ctx, in.AccountID, in.scope(), in.NoteID, in.Body, in.Match())
}

func (h handler) deleteOnPet(ctx context.Context, in *struct {
	PetPath
	NotePath
}) error {
	return h.notes.Delete(ctx, in.AccountID, in.scope(), in.NoteID, in.Match())
}

func (h handler) listOfOrder(ctx context.Context, in *struct {
	OrderPath
	Listing
}, page paging.Request) (paging.Page[notes.Note], error) {
	return h.notes.List(ctx, in.AccountID, in.scope(), in.filter(), page)
}

func (h handler) createOnOrder(ctx context.Context, in *struct {
	OrderPath
	Body notes.NoteCreate
}) (notes.Note, error) {
	return h.notes.Create(ctx, in.AccountID, in.scope(), in.Body)
}

func (h handler) updateOnOrder(ctx context.Context, in *struct {
	OrderPath
	NotePath
	Body notes.NotePatch
}) (notes.Note, error) {
	return h.notes.Update(ctx, in.AccountID, in.scope(), in.NoteID, in.Body, in.Match())
}

func (h handler) deleteOnOrder(ctx context.Context, in *struct {
	OrderPath
	NotePath
}) error {
	return h.notes.Delete(ctx, in.AccountID, in.scope(), in.NoteID, in.Match())
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
