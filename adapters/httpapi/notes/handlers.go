package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/paging"
)

// Each of the four handlers serves every parent: I is the input of one operation, and P says that it has the parts.

type placed interface {
	scope() (uuid.UUID, notes.Scope)
}

func list[I any, P interface {
	*I
	placed
	listing() *Listing
}](s *notes.Service) func(context.Context, *I) (*httpapi.ListOutput[notes.Note], error) {
	return func(ctx context.Context, in *I) (*httpapi.ListOutput[notes.Note], error) {
		account, scope := P(in).scope()
		l := P(in).listing()
		return httpapi.PageOf(ctx, l.Paging, func(page paging.Request) (paging.Page[notes.Note], error) {
			return s.List(ctx, account, scope, notes.Filter{Category: l.Category, Visibility: l.Visibility}, page)
		})
	}
}

func create[I any, P interface {
	*I
	placed
	creation() *Creation
}](s *notes.Service) func(context.Context, *I) (*httpapi.Output[notes.Note], error) {
	return func(ctx context.Context, in *I) (*httpapi.Output[notes.Note], error) {
		account, scope := P(in).scope()
		n, err := s.Create(ctx, account, scope, P(in).creation().Body)
		if err != nil {
			return nil, err
		}
		return httpapi.Created(ctx, n, n.Version, n.ID), nil
	}
}

func update[I any, P interface {
	*I
	placed
	changing() *Changing
}](s *notes.Service) func(context.Context, *I) (*httpapi.Output[notes.Note], error) {
	return func(ctx context.Context, in *I) (*httpapi.Output[notes.Note], error) {
		account, scope := P(in).scope()
		c := P(in).changing()
		n, err := s.Update(ctx, account, scope, c.NoteID, c.Body, c.Match())
		if err != nil {
			return nil, err
		}
		return httpapi.One(n, n.Version), nil
	}
}

func remove[I any, P interface {
	*I
	placed
	naming() *Naming
}](s *notes.Service) func(context.Context, *I) (*httpapi.Nothing, error) {
	return func(ctx context.Context, in *I) (*httpapi.Nothing, error) {
		account, scope := P(in).scope()
		n := P(in).naming()
		return nil, s.Delete(ctx, account, scope, n.NoteID, n.Match())
	}
}
