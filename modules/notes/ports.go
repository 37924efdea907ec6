package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
)

// Parents knows the records that notes are about.
type Parents interface {
	// Check fails with apperr.NotFound when there is no such record for the caller of ctx: none in the account, a pet of
	// another customer, or for a customer what is not theirs.
	Check(ctx context.Context, account uuid.UUID, place Place) error
}

// Filter picks notes of a list; "" is no filter.
type Filter struct {
	Category   Category
	Visibility Visibility
}

// Store keeps notes. Lock and LockAll hold the rows until the end of the transaction.
type Store interface {
	List(ctx context.Context, account uuid.UUID, parent Parent, f Filter, page paging.Request) (paging.Page[Note], error)
	Lock(ctx context.Context, account, id uuid.UUID) (Note, error)
	LockAll(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Note, error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Insert(ctx context.Context, n Note) error
	Update(ctx context.Context, n Note) error
	Delete(ctx context.Context, account, id uuid.UUID) error
	Save(ctx context.Context, created, changed []Note) error
}
