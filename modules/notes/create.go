package notes

import (
	"cmp"
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Create writes a note about a parent; its author is the caller. It fails with apperr.NotFound when there is no such
// parent, ErrExternalIDTaken, and apperr.Forbidden for customers.
func (s *Service) Create(ctx context.Context, account uuid.UUID, scope Scope, c NoteCreate) (n Note, err error) {
	if err := staffOnly(ctx); err != nil {
		return Note{}, err
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.parents.Exists(ctx, account, scope); err != nil {
			return err
		}
		n = Note{Meta: record.New(account), Parent: scope.Parent, Author: jsonb.New(caller.From(ctx).Author())}
		c.apply(&n)
		n, err = s.notes.Create(ctx, n)
		return err
	})
	return n, err
}

func (c NoteCreate) apply(to *Note) {
	to.Title, to.Body, to.ExternalID = text.Optional(c.Title), c.Body, text.Optional(c.ExternalID)
	to.Category, to.Pinned, to.Visibility = cmp.Or(c.Category, General), c.Pinned, cmp.Or(c.Visibility, ForStaff)
}
