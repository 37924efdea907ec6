package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Store keeps the lists and forms. Inserts and updates fail with ErrBreedTaken, ErrStatusTaken, ErrNumberTaken,
// ErrExternalIDTaken or ErrKeyTaken.
type Store struct {
	Breeds      BreedStore
	Statuses    StatusStore
	ColourCodes ColourCodeStore
	Fields      FieldStore
	Locks       Locks
}

type records[R any] interface {
	record.Store[R]
	Get(ctx context.Context, account, id uuid.UUID) (R, error)
	// ManyForShare reads those of the records that exist and keeps them from changing until the transaction ends.
	ManyForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]R, error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
}

// Named are what entries of a list may be called: a name in any case and without its accents, or an external id.
type Named struct{ Folds, ExternalIDs []string }

// BreedStore keeps breeds.
type BreedStore interface {
	records[Breed]
	List(ctx context.Context, account uuid.UUID, filter BreedFilter, page paging.Request) (paging.Page[Breed], error)
	NamesOfParts(ctx context.Context, account uuid.UUID) ([]string, error)
	Named(ctx context.Context, account uuid.UUID, species string, names Named) ([]Breed, error) // oldest first
	HasAny(ctx context.Context, account uuid.UUID) (bool, error)
	FromMaster(ctx context.Context, account uuid.UUID) ([]Breed, error) // those of the master list, by id
}

// StatusStore keeps secondary pet statuses.
type StatusStore interface {
	records[SecondaryPetStatus]
	List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[SecondaryPetStatus], error)
	Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]SecondaryPetStatus, error)
	Named(ctx context.Context, account uuid.UUID, names Named) ([]SecondaryPetStatus, error) // oldest first
	LastOrder(ctx context.Context, account uuid.UUID) (int, error)                           // 0 when there is none
}

// ColourCodeStore keeps colour codes.
type ColourCodeStore interface {
	records[ColourCode]
	List(ctx context.Context, account uuid.UUID, kinds []ColourCodeType, page paging.Request) (paging.Page[ColourCode], error)
	// Named are those with one of the numbers or external ids.
	Named(ctx context.Context, account uuid.UUID, kind ColourCodeType, numbers []int, externalIDs []string) ([]ColourCode, error)
	LastNumber(ctx context.Context, account uuid.UUID, kind ColourCodeType) (int, error) // 0 when there is none
}

// FieldStore keeps custom fields, and those standard fields that an account has changed: Update inserts a standard field
// that still has version 1, because that one comes from the code.
type FieldStore interface {
	records[Field]
	OfForm(ctx context.Context, account uuid.UUID, form Form) ([]Field, error) // by item_order
}

// Locks are locks on what has no row of its own. They need a transaction and last until it ends.
type Locks interface {
	Lock(ctx context.Context, key string) error
	LockShared(ctx context.Context, key string) error // waits for Lock only
}
