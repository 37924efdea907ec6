package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/paging"
)

// Each of the four handlers serves all parents. I is the input of an operation, and P states which parts it has.

type placed interface {
	scope() (uuid.UUID, notes.Scope)
}

func list[I any, P interface {
	*I
	placed
	listing() *Listing
}](s *notes.Service) func(context.Context, P, paging.Request) (paging.Page[notes.Note], error) {
	return func(ctx context.Context, in P, page paging.Request) (paging.Page[notes.Note], error) {
		account, scope := in.scope()
		l := in.listing()
		return s.List(ctx, account, scope, notes.Filter{Category: l.Category, Visibility: l.Visibility}, page)
	}
}

func create[I any, P interface {
	*I
	placed
	creation() *Creation
}](s *notes.Service) func(context.Context, *I) (notes.Note, error) {
	return func(ctx context.Context, in *I) (notes.Note, error) {
		account, scope := P(in).scope()
		return s.Create(ctx, account, scope, P(in).creation().Body)
	}
}

func update[I any, P interface {
	*I
	placed
	changing() *Changing
}](s *notes.Service) func(context.Context, *I) (notes.Note, error) {
	return func(ctx context.Context, in *I) (notes.Note, error) {
		account, scope := P(in).scope()
		c := P(in).changing()
		return s.Update(ctx, account, scope, c.NoteID, c.Body, c.Match())
	}
}

func remove[I any, P interface {
	*I
	placed
	naming() *Naming
}](s *notes.Service) func(context.Context, *I) error {
	return func(ctx context.Context, in *I) error {
		account, scope := P(in).scope()
		n := P(in).naming()
		return s.Delete(ctx, account, scope, n.NoteID, n.Match())
	}
}
