package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Service is what notes offers.
type Service struct {
	env     record.Env
	store   Store
	notes   *record.Life[Note]
	parents Parents
}

// NewService makes a Service.
func NewService(store Store, parents Parents, env record.Env) *Service {
	s := &Service{env: env, store: store, parents: parents}
	life := record.NewLife(env, store, record.EventTypes{Created: Created, Updated: Updated, Deleted: Deleted})
	s.notes = life.Reverting(record.Reverting[Note]{Apply: s.requireParents})
	return s
}

// ErrExternalIDTaken is returned by writes when another note of the account has the external id.
var ErrExternalIDTaken = apperr.NewDuplicate("external_id", "another note has this external_id already")

// List lists the notes of a parent, pinned ones first, then newest first. Customers see only what is written for
// them. It fails with apperr.NotFound when there is no such parent.
func (s *Service) List(ctx context.Context, account uuid.UUID, scope Scope, f Filter, page paging.Request) (paging.Page[Note], error) {
	if err := s.parents.Exists(ctx, account, scope); err != nil {
		return paging.Page[Note]{}, err
	}
	if caller.From(ctx).IsCustomer() {
		if f.Visibility == ForStaff {
			return paging.Page[Note]{}, nil
		}
		f.Visibility = ForCustomer
	}
	return s.store.List(ctx, account, scope.Parent, f, page)
}

// requireParents fails if what a note was about, that a revert brings back, is not there any more.
func (s *Service) requireParents(ctx context.Context, account uuid.UUID, batch []record.Return[Note]) error {
	for _, r := range batch {
		if r.Before != nil {
			continue
		}
		err := s.parents.Exists(ctx, account, Scope{Parent: r.After.Parent})
		if apperr.Is(err, apperr.NotFound) {
			err = r.Faulty(apperr.NewInvalid("parent", "not_found", "is not there any more"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// staffOnly fails with apperr.Forbidden for customers, who read notes but do not write them.
func staffOnly(ctx context.Context) error {
	if caller.From(ctx).IsCustomer() {
		return apperr.NewForbidden("forbidden", "customers cannot write notes")
	}
	return nil
}
