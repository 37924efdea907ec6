package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/tx"
)

// Service is what notes offers.
type Service struct {
	store   Store
	parents Parents
	tx      tx.Runner
	events  events.Recorder
	clock   clock.Clock
}

// NewService makes a Service.
func NewService(store Store, parents Parents, run tx.Runner, recorder events.Recorder, c clock.Clock) *Service {
	return &Service{store, parents, run, recorder, c}
}

// ErrExternalIDTaken is returned by writes and by the Store when another note of the account has the external id.
var ErrExternalIDTaken = apperr.NewConflict("duplicate", "another note has this external_id already")

// List lists the notes of a parent, pinned ones first, then newest first. Customers see only what is written for
// them. It fails with apperr.NotFound when there is no such parent.
func (s *Service) List(ctx context.Context, account uuid.UUID, place Place, f Filter, page paging.Request) (paging.Page[Note], error) {
	if err := s.parents.Check(ctx, account, place); err != nil {
		return paging.Page[Note]{}, err
	}
	if caller.From(ctx).IsCustomer() {
		if f.Visibility == ForStaff {
			return paging.Page[Note]{Items: []Note{}}, nil
		}
		f.Visibility = ForCustomer
	}
	return s.store.List(ctx, account, place.Parent, f, page)
}

// staffOnly fails with apperr.Forbidden for customers, who read notes but do not write them.
func staffOnly(ctx context.Context) error {
	if caller.From(ctx).IsCustomer() {
		return apperr.NewForbidden("forbidden", "customers cannot write notes")
	}
	return nil
}
