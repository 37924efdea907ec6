package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/text"
)

// Create writes a note about a parent; its author is the caller. It fails with apperr.NotFound when there is no such
// parent, ErrExternalIDTaken, and apperr.Forbidden for customers.
func (s *Service) Create(ctx context.Context, account uuid.UUID, place Place, d NoteCreate) (Note, error) {
	if err := staffOnly(ctx); err != nil {
		return Note{}, err
	}
	n := d.note()
	n.ID, n.AccountID, n.Parent = ids.New(), account, place.Parent
	n.Author = author(caller.From(ctx))
	n.CreatedAt = s.clock.Now()
	n.UpdatedAt, n.Version = n.CreatedAt, 1
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.parents.Check(ctx, account, place); err != nil {
			return err
		}
		if err := s.store.Insert(ctx, n); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: Created, Account: account, Record: n.ID, Object: n})
	})
	return n, err
}

func (d NoteCreate) note() Note {
	n := Note{
		Title: text.Optional(d.Title), Body: d.Body, Category: d.Category, Pinned: d.Pinned, Visibility: d.Visibility,
		ExternalID: text.Optional(d.ExternalID),
	}
	if n.Category == "" {
		n.Category = General
	}
	if n.Visibility == "" {
		n.Visibility = ForStaff
	}
	return n
}

// author is nobody when the command line writes.
func author(c caller.Caller) *Author {
	if c.ID == uuid.Nil {
		return nil
	}
	return &Author{Type: string(c.Kind), ID: c.ID, Name: c.Name}
}
