package notes_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/modules/notes/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// parents are the records that exist; the places must match exactly.
type parents map[notes.Scope]bool

func (p parents) Exists(_ context.Context, _ uuid.UUID, place notes.Scope) error {
	if !p[place] {
		return apperr.NewNotFound()
	}
	return nil
}

// world is one account with a customer who has a pet and an order.
type world struct {
	*testkit.Kit
	service  *notes.Service
	customer notes.Scope
	pet      notes.Scope
	order    notes.Scope
}

func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	k := testkit.New(t, fxgroups.Migrations{Module: "notes", Files: fxgroups.Sub(notes.Files)})
	customer := ids.New()
	w := &world{Kit: k, customer: notes.UnderCustomer(customer), pet: notes.UnderPet(customer, ids.New()), order: notes.UnderOrder(ids.New())}
	w.service = notes.NewService(store.New(k.DB), parents{w.customer: true, w.pet: true, w.order: true}, k.Env())
	return w
}

func (w *world) create(place notes.Scope, c notes.NoteCreate) notes.Note {
	w.Helper()
	return testkit.Must[notes.Note](w)(w.service.Create(w.Ctx, w.Account, place, c))
}
