package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Parents knows the records that notes are about.
type Parents interface {
	// Exists fails with apperr.NotFound when there is no such record for the caller of ctx: none in the account, a pet of
	// another customer, or for a customer what is not theirs.
	Exists(ctx context.Context, account uuid.UUID, scope Scope) error
}

// Filter picks notes of a list; "" is no filter.
type Filter struct {
	Category   Category
	Visibility Visibility
}

// Store keeps notes.
type Store interface {
	record.Store[Note]
	// List lists the notes of a parent: pinned ones first, then newest first.
	List(ctx context.Context, account uuid.UUID, parent Parent, f Filter, page paging.Request) (paging.Page[Note], error)
	// OfParent are the ids of the notes of a parent, in order, and no more than limit.
	OfParent(ctx context.Context, account uuid.UUID, parent Parent, limit int) ([]uuid.UUID, error)
	// IDs also finds notes that were deleted, unless another note has their external id by now.
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
}
