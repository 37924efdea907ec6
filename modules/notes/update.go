package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// NotePatch is a merge patch of a note. What a note is about does not change.
type NotePatch struct {
	Title      patch.Field[string]     `json:"title,omitzero" maxLength:"150" example:"Feeding"`
	Body       patch.Field[string]     `json:"body,omitzero" nullable:"false" minLength:"1" maxLength:"10000" example:"Eats again on his own."`
	Category   patch.Field[Category]   `json:"category,omitzero" nullable:"false"`
	Pinned     patch.Field[bool]       `json:"pinned,omitzero" nullable:"false" doc:"Whether it comes first in lists"`
	Visibility patch.Field[Visibility] `json:"visibility,omitzero" nullable:"false" enum:"staff,customer" doc:"Who may read it"`
	ExternalID patch.Field[string]     `json:"external_id,omitzero" maxLength:"100" example:"N-1"`
}

// Docs describes the keys whose texts are too long for a tag.
func (NotePatch) Docs() map[string]string { return map[string]string{"body": "The note itself"} }

// Update changes a note. A note outside of scope is apperr.NotFound; a version that match does not name is
// apperr.VersionMismatch; keys that cannot be null are apperr.Invalid; customers get apperr.Forbidden.
func (s *Service) Update(ctx context.Context, account uuid.UUID, scope Scope, id uuid.UUID, c NotePatch,
	match patch.Precondition) (n Note, err error) {
	err = s.inScope(ctx, account, scope, func(ctx context.Context, notes *record.Life[Note]) error {
		n, err = notes.Update(ctx, account, id, match, c.apply)
		return err
	})
	return n, err
}

// Delete removes a note for good, under the same conditions as Update.
func (s *Service) Delete(ctx context.Context, account uuid.UUID, scope Scope, id uuid.UUID, match patch.Precondition) error {
	return s.inScope(ctx, account, scope, func(ctx context.Context, notes *record.Life[Note]) error {
		return notes.Delete(ctx, account, id, match)
	})
}

// inScope runs fn in a transaction, for staff, on the notes of a scope whose parent exists.
func (s *Service) inScope(ctx context.Context, account uuid.UUID, scope Scope, fn func(context.Context, *record.Life[Note]) error) error {
	if err := staffOnly(ctx); err != nil {
		return err
	}
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if !scope.isAccount() {
			if err := s.parents.Exists(ctx, account, scope); err != nil {
				return err
			}
		}
		return fn(ctx, s.notes.Within(scope.holds))
	})
}

func (c NotePatch) apply(_ context.Context, n *Note) error {
	var errs apperr.FieldErrors
	patch.Text(c.Title, &n.Title)
	c.Body.NotNull(&n.Body, "body", &errs)
	c.Category.NotNull(&n.Category, "category", &errs)
	c.Pinned.NotNull(&n.Pinned, "pinned", &errs)
	c.Visibility.NotNull(&n.Visibility, "visibility", &errs)
	patch.Text(c.ExternalID, &n.ExternalID)
	return errs.Err()
}
