package catalog

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
)

// Filter says what a list shows; its zero value shows everything.
type Filter struct {
	Active       *bool
	Search       string // each word is part of the name, code or SKU; case and accents do not matter
	UpdatedSince *time.Time
	ServiceType  AddonService // addons only
}

// Shelf keeps the records of one kind.
type Shelf[T any] interface {
	List(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[T], error)
	Get(ctx context.Context, account, id uuid.UUID) (T, error) // apperr.NotFound when there is none
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Lock(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]T, error) // reads and locks
	Save(ctx context.Context, records []T) error                                           // inserts or overwrites
}

// RetailShelf keeps retail products.
type RetailShelf interface {
	Shelf[RetailProduct]
	SKUs(ctx context.Context, account uuid.UUID, skus []string) (map[string]uuid.UUID, error) // who has them
	LockInCategories(ctx context.Context, account uuid.UUID, categories []uuid.UUID) ([]RetailProduct, error)
}

// Categories keeps retail categories.
type Categories interface {
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Lock(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Category, error)
	Save(ctx context.Context, records []Category) error
	BelowThemselves(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]bool, error)
}

// Shelves are all that the catalog keeps.
type Shelves struct {
	Rates       Shelf[Rate]
	Addons      Shelf[Addon]
	Retail      RetailShelf
	Categories  Categories
	Adjustments Shelf[Adjustment]
	Taxes       Shelf[Tax]
}
