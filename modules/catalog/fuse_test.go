package catalog_test

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/internal/store"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/outbox"
)

// fuse blows at the n-th call that it guards, once.
type fuse struct{ left int }

var errBlown = errors.New("the database is gone")

func (f *fuse) burn() error {
	f.left--
	if f.left == 0 {
		return errBlown
	}
	return nil
}

type fusedShelf[T any] struct {
	catalog.Shelf[T]
	*fuse
}

func (f fusedShelf[T]) Get(ctx context.Context, account, id uuid.UUID) (T, error) {
	if err := f.burn(); err != nil {
		var nothing T
		return nothing, err
	}
	return f.Shelf.Get(ctx, account, id)
}

func (f fusedShelf[T]) Lock(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]T, error) {
	if err := f.burn(); err != nil {
		return nil, err
	}
	return f.Shelf.Lock(ctx, account, ids)
}

func (f fusedShelf[T]) Save(ctx context.Context, records []T) error {
	if err := f.burn(); err != nil {
		return err
	}
	return f.Shelf.Save(ctx, records)
}

type fusedRetail struct {
	fusedShelf[catalog.RetailProduct]
	retail catalog.RetailShelf
}

func (f fusedRetail) SKUs(ctx context.Context, account uuid.UUID, skus []string) (map[string]uuid.UUID, error) {
	if err := f.burn(); err != nil {
		return nil, err
	}
	return f.retail.SKUs(ctx, account, skus)
}

func (f fusedRetail) LockInCategories(ctx context.Context, account uuid.UUID, categories []uuid.UUID) ([]catalog.RetailProduct, error) {
	if err := f.burn(); err != nil {
		return nil, err
	}
	return f.retail.LockInCategories(ctx, account, categories)
}

type fusedCategories struct {
	catalog.Categories
	*fuse
}

func (f fusedCategories) Lock(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]catalog.Category, error) {
	if err := f.burn(); err != nil {
		return nil, err
	}
	return f.Categories.Lock(ctx, account, ids)
}

func (f fusedCategories) Save(ctx context.Context, records []catalog.Category) error {
	if err := f.burn(); err != nil {
		return err
	}
	return f.Categories.Save(ctx, records)
}

func (f fusedCategories) BelowThemselves(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	if err := f.burn(); err != nil {
		return nil, err
	}
	return f.Categories.BelowThemselves(ctx, account, ids)
}

type fusedRecorder struct {
	events.Recorder
	*fuse
}

func (f fusedRecorder) Record(ctx context.Context, list ...events.Public) error {
	if err := f.burn(); err != nil {
		return err
	}
	return f.Recorder.Record(ctx, list...)
}

// blowing puts a service into the shop whose n-th call of the database fails.
func (s *shop) blowing(n int) *fuse {
	f, now := &fuse{n}, clock.Clock(func() time.Time { return s.now })
	in := store.New(s.db)
	s.Service = catalog.NewService(catalog.Shelves{
		Rates: fusedShelf[catalog.Rate]{in.Rates, f}, Addons: fusedShelf[catalog.Addon]{in.Addons, f},
		Retail:      fusedRetail{fusedShelf[catalog.RetailProduct]{in.Retail, f}, in.Retail},
		Categories:  fusedCategories{in.Categories, f},
		Adjustments: fusedShelf[catalog.Adjustment]{in.Adjustments, f}, Taxes: fusedShelf[catalog.Tax]{in.Taxes, f},
	}, fusedRecorder{outbox.New(s.db, now), f}, now)
	return f
}
