package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/text"
)

// NotePatch is a merge patch of a note. What a note is about does not change.
type NotePatch struct {
	Title      patch.Field[string]     `json:"title,omitzero" maxLength:"150" doc:"Headline" example:"Feeding"`
	Body       patch.Field[string]     `json:"body,omitzero" nullable:"false" minLength:"1" maxLength:"10000" doc:"The note itself" example:"Eats again on his own."`
	Category   patch.Field[Category]   `json:"category,omitzero" nullable:"false" enum:"general,medical,behaviour,grooming,boarding,billing,incident,other" doc:"What sort of note it is"`
	Pinned     patch.Field[bool]       `json:"pinned,omitzero" nullable:"false" doc:"Whether it comes first in lists"`
	Visibility patch.Field[Visibility] `json:"visibility,omitzero" nullable:"false" enum:"staff,customer" doc:"Who may read it"`
	ExternalID patch.Field[string]     `json:"external_id,omitzero" maxLength:"100" doc:"Id in the system that the record came from" example:"N-1"`
}

// Update changes a note. A note under another parent than place names is apperr.NotFound; a version that match does not
// name is apperr.VersionMismatch; keys that cannot be null are apperr.Invalid; customers get apperr.Forbidden.
func (s *Service) Update(ctx context.Context, account uuid.UUID, place Place, id uuid.UUID, match patch.Precondition, c NotePatch) (Note, error) {
	var after Note
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		before, err := s.hold(ctx, account, place, id, match)
		if err != nil {
			return err
		}
		if after, err = c.apply(before); err != nil {
			return err
		}
		same, err := events.Same(before, after)
		if err != nil || same {
			return err
		}
		after.Version, after.UpdatedAt = before.Version+1, s.clock.Now()
		if err := s.store.Update(ctx, after); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: Updated, Account: account, Record: id, Object: after, Before: before})
	})
	return after, err
}

// Delete removes a note for good, under the same conditions as Update.
func (s *Service) Delete(ctx context.Context, account uuid.UUID, place Place, id uuid.UUID, match patch.Precondition) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		n, err := s.hold(ctx, account, place, id, match)
		if err != nil {
			return err
		}
		if err := s.store.Delete(ctx, account, id); err != nil {
			return err
		}
		return s.events.Record(ctx, events.Public{Type: Deleted, Account: account, Record: id, Object: n})
	})
}

// hold locks a note that is where the caller says it is.
func (s *Service) hold(ctx context.Context, account uuid.UUID, place Place, id uuid.UUID, match patch.Precondition) (Note, error) {
	if err := staffOnly(ctx); err != nil {
		return Note{}, err
	}
	if !place.anywhere() {
		if err := s.parents.Check(ctx, account, place); err != nil {
			return Note{}, err
		}
	}
	n, err := s.store.Lock(ctx, account, id)
	if err != nil {
		return Note{}, err
	}
	if !place.anywhere() && n.Parent != place.Parent {
		return Note{}, apperr.NewNotFound()
	}
	return n, match.Check(n.Version)
}

func (c NotePatch) apply(n Note) (Note, error) {
	var faults apperr.FieldErrors
	c.Title.ApplyPtr(&n.Title)
	c.Body.NotNull(&n.Body, "body", &faults)
	c.Category.NotNull(&n.Category, "category", &faults)
	c.Pinned.NotNull(&n.Pinned, "pinned", &faults)
	c.Visibility.NotNull(&n.Visibility, "visibility", &faults)
	c.ExternalID.ApplyPtr(&n.ExternalID)
	n.Title, n.ExternalID = text.Optional(n.Title), text.Optional(n.ExternalID)
	return n, faults.Err()
}
