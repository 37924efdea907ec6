package store

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// breeds implements configlists.BreedStore.
type breeds struct {
	*postgres.Repository[configlists.Breed]
}

var byName = postgres.Key[configlists.Breed]{Column: "name_fold", Type: "text", Of: func(b *configlists.Breed) string { return b.NameFold }}

// List implements configlists.BreedStore.
func (s breeds) List(ctx context.Context, account uuid.UUID, f configlists.BreedFilter,
	page paging.Request) (paging.Page[configlists.Breed], error) {
	q := s.Of(ctx, account).Scopes(
		postgres.If(f.Species != "", "species = ?", f.Species),
		postgres.If(f.Search != "", "name_fold like ?", postgres.Containing(text.FoldSearch(f.Search))))
	return postgres.List(q, page, byName, postgres.ByID[configlists.Breed]())
}

// Named implements configlists.BreedStore.
func (s breeds) Named(ctx context.Context, account uuid.UUID, species string, names configlists.Named) ([]configlists.Breed, error) {
	return all[configlists.Breed](called(s.Of(ctx, account).Where("species = ?", species), names))
}

// called finds the entries of a list with one of the names, oldest first. Each half has an index.
func called(q *gorm.DB, names configlists.Named) *gorm.DB {
	return q.Where("(name_fold = any(?) or external_id = any(?))", postgres.Array(names.Folds), postgres.Array(names.ExternalIDs)).Order("id")
}

// NamesOfParts implements configlists.BreedStore.
func (s breeds) NamesOfParts(ctx context.Context, account uuid.UUID) (names []string, err error) {
	err = s.Of(ctx, account).Where("name ~ '[,;|/]'").Pluck("name", &names).Error
	return names, err
}

// HasAny implements configlists.BreedStore.
func (s breeds) HasAny(ctx context.Context, account uuid.UUID) (bool, error) {
	return postgres.Any(s.Of(ctx, account))
}

// FromMaster implements configlists.BreedStore.
func (s breeds) FromMaster(ctx context.Context, account uuid.UUID) ([]configlists.Breed, error) {
	return all[configlists.Breed](s.Of(ctx, account).Where("source = ?", configlists.Master).Order("id"))
}

// statuses implements configlists.StatusStore.
type statuses struct {
	*postgres.Repository[configlists.SecondaryPetStatus]
}

var statusesByPlace = postgres.Key[configlists.SecondaryPetStatus]{
	Column: "item_order", Type: "integer", Of: func(s *configlists.SecondaryPetStatus) string { return strconv.Itoa(s.ItemOrder) },
}

// List implements configlists.StatusStore.
func (s statuses) List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[configlists.SecondaryPetStatus], error) {
	return postgres.List(s.Of(ctx, account), page, statusesByPlace, postgres.ByID[configlists.SecondaryPetStatus]())
}

// Many implements configlists.StatusStore.
func (s statuses) Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]configlists.SecondaryPetStatus, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return all[configlists.SecondaryPetStatus](s.Of(ctx, account).Where("id = any(?)", postgres.Array(ids)))
}

// Named implements configlists.StatusStore.
func (s statuses) Named(ctx context.Context, account uuid.UUID, names configlists.Named) ([]configlists.SecondaryPetStatus, error) {
	return all[configlists.SecondaryPetStatus](called(s.Of(ctx, account), names))
}

// LastOrder implements configlists.StatusStore.
func (s statuses) LastOrder(ctx context.Context, account uuid.UUID) (int, error) {
	return highest(s.Of(ctx, account), "item_order")
}

// colourCodes implements configlists.ColourCodeStore.
type colourCodes struct {
	*postgres.Repository[configlists.ColourCode]
}

var (
	byType = postgres.Key[configlists.ColourCode]{
		Column: "type", Type: "text", Of: func(c *configlists.ColourCode) string { return string(c.Type) },
	}
	byNumber = postgres.Key[configlists.ColourCode]{
		Column: "number", Type: "integer", Of: func(c *configlists.ColourCode) string { return strconv.Itoa(c.Number) },
	}
)

// List implements configlists.ColourCodeStore. Type and number are unique, so the order needs no id.
func (s colourCodes) List(ctx context.Context, account uuid.UUID, kinds []configlists.ColourCodeType,
	page paging.Request) (paging.Page[configlists.ColourCode], error) {
	return postgres.List(s.Of(ctx, account).Where("type = any(?)", postgres.Array(kinds)), page, byType, byNumber)
}

// Named implements configlists.ColourCodeStore.
func (s colourCodes) Named(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType, numbers []int,
	externalIDs []string) ([]configlists.ColourCode, error) {
	return all[configlists.ColourCode](s.Of(ctx, account).Where("type = ? and (number = any(?) or external_id = any(?))",
		kind, postgres.Array(numbers), postgres.Array(externalIDs)))
}

// LastNumber implements configlists.ColourCodeStore.
func (s colourCodes) LastNumber(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType) (int, error) {
	return highest(s.Of(ctx, account).Where("type = ?", kind), "number")
}

// all reads a list that is always short.
func all[R any](q *gorm.DB) (list []R, err error) {
	err = q.Find(&list).Error
	return list, postgres.Failed("read "+q.Statement.Table, err)
}

// highest is the highest value of a column; 0 when there is none.
func highest(q *gorm.DB, column string) (n int, err error) {
	err = q.Select("coalesce(max(" + column + "), 0)").Scan(&n).Error
	return n, postgres.Failed("read the highest "+column+" of "+q.Statement.Table, err)
}
