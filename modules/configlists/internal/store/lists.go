package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/postgres"
)

var (
	byID    = postgres.Order{By: "t.id", Type: "uuid"}
	byPlace = postgres.Order{By: "t.item_order", Type: "integer"}
)

// breeds implements configlists.BreedStore.
type breeds struct {
	*postgres.Table[configlists.Breed]
}

// List implements configlists.BreedStore.
func (s breeds) List(ctx context.Context, account uuid.UUID, f configlists.BreedFilter, page paging.Request) (
	paging.Page[configlists.Breed], error,
) {
	return s.Table.List(ctx, s.Query(account).
		WhereIf(f.Species != "", "t.species = ?", f.Species).
		WhereIf(f.Search != "", "t.name_fold like ?", postgres.Containing(text.FoldSearch(f.Search))).
		OrderBy(postgres.Order{By: "t.name_fold", Type: "text"}, byID), page)
}

// Folded implements configlists.BreedStore.
func (s breeds) Folded(ctx context.Context, account uuid.UUID, species string, folds []string) ([]configlists.Breed, error) {
	return s.All(ctx, s.Query(account).Where("t.species = ? and t.name_fold = any(?)", species, folds).OrderBy(byID))
}

// HasAny implements configlists.BreedStore.
func (s breeds) HasAny(ctx context.Context, account uuid.UUID) (bool, error) {
	return s.Any(ctx, s.Query(account))
}

// statuses implements configlists.StatusStore.
type statuses struct {
	*postgres.Table[configlists.SecondaryPetStatus]
}

// List implements configlists.StatusStore.
func (s statuses) List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[configlists.SecondaryPetStatus], error) {
	return s.Table.List(ctx, s.Query(account).OrderBy(byPlace, byID), page)
}

// Many implements configlists.StatusStore.
func (s statuses) Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]configlists.SecondaryPetStatus, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.All(ctx, s.Query(account).Where("t.id = any(?)", ids))
}

// Folded implements configlists.StatusStore.
func (s statuses) Folded(ctx context.Context, account uuid.UUID, folds []string) ([]configlists.SecondaryPetStatus, error) {
	return s.All(ctx, s.Query(account).Where("t.name_fold = any(?)", folds).OrderBy(byID))
}

// LastOrder implements configlists.StatusStore.
func (s statuses) LastOrder(ctx context.Context, account uuid.UUID) (int, error) {
	return s.Max(ctx, s.Query(account), "t.item_order")
}

// colourCodes implements configlists.ColourCodeStore.
type colourCodes struct {
	*postgres.Table[configlists.ColourCode]
}

// List implements configlists.ColourCodeStore. Type and number are unique, so the order needs no id.
func (s colourCodes) List(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType, page paging.Request) (
	paging.Page[configlists.ColourCode], error,
) {
	return s.Table.List(ctx, s.Query(account).WhereIf(kind != "", "t.type = ?", kind).
		OrderBy(postgres.Order{By: "t.type", Type: "text"}, postgres.Order{By: "t.number", Type: "integer"}), page)
}

// Numbered implements configlists.ColourCodeStore.
func (s colourCodes) Numbered(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType, numbers []int) (
	[]configlists.ColourCode, error,
) {
	return s.All(ctx, s.Query(account).Where("t.type = ? and t.number = any(?)", kind, numbers))
}

// LastNumber implements configlists.ColourCodeStore.
func (s colourCodes) LastNumber(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType) (int, error) {
	return s.Max(ctx, s.Query(account).Where("t.type = ?", kind), "t.number")
}
