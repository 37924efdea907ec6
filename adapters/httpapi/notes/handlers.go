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
	place() (uuid.UUID, notes.Place)
}

func list[I any, P interface {
	*I
	placed
	listing() *Listing
}](s *notes.Service) func(context.Context, *I) (*httpapi.ListOutput[notes.Note], error) {
	return func(ctx context.Context, in *I) (*httpapi.ListOutput[notes.Note], error) {
		account, place := P(in).place()
		l := P(in).listing()
		return httpapi.PageOf(ctx, l.Paging, func(page paging.Request) (paging.Page[notes.Note], error) {
			return s.List(ctx, account, place, notes.Filter{Category: l.Category, Visibility: l.Visibility}, page)
		})
	}
}

func create[I any, P interface {
	*I
	placed
	creation() *Creation
}](s *notes.Service) func(context.Context, *I) (*httpapi.Output[notes.Note], error) {
	return func(ctx context.Context, in *I) (*httpapi.Output[notes.Note], error) {
		account, place := P(in).place()
		n, err := s.Create(ctx, account, place, P(in).creation().Body)
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
		account, place := P(in).place()
		c := P(in).changing()
		n, err := s.Update(ctx, account, place, c.NoteID, c.Match(), c.Body)
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
		account, place := P(in).place()
		n := P(in).naming()
		return nil, s.Delete(ctx, account, place, n.NoteID, n.Match())
	}
}
