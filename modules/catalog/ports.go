package catalog

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Filter says what a list shows; its zero value shows everything.
type Filter struct {
	Active       *bool
	Search       string // each word is part of the name, code, SKU or barcode; case, accents and punctuation around it do not matter
	UpdatedSince *time.Time
	ServiceType  AddonService // addons only
}

// Table keeps the records of one kind.
type Table[R any] interface {
	record.Store[R]
	List(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[R], error)
	Get(ctx context.Context, account, id uuid.UUID) (R, error) // apperr.NotFound when there is none
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
}

// Products keeps retail products.
type Products interface {
	Table[RetailProduct]
	SKUs(ctx context.Context, account uuid.UUID, skus []string) (map[string]uuid.UUID, error)         // who has them
	InCategories(ctx context.Context, account uuid.UUID, categories []uuid.UUID) ([]uuid.UUID, error) // that stand in any of them
}

// Categories keeps retail categories.
type Categories interface {
	record.Store[RetailCategory]
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Parents(ctx context.Context, account uuid.UUID) (map[uuid.UUID]uuid.UUID, error) // of all categories that have one
}

// Tables are all that the catalog keeps.
type Tables struct {
	Rates       Table[Rate]
	Addons      Table[Addon]
	Retail      Products
	Categories  Categories
	Adjustments Table[Adjustment]
	Taxes       Table[Tax]
}
