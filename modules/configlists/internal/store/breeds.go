package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/text"
	"gorm.io/gorm/clause"
)

// Breeds lists by folded name.
func (s *Store) Breeds(ctx context.Context, account uuid.UUID, filter configlists.BreedFilter, page paging.Request) (paging.Page[configlists.Breed], error) {
	fold, id, err := page.TextID()
	if err != nil {
		return paging.Page[configlists.Breed]{}, err
	}
	q := s.db.In(ctx).Where("account_id = ?", account)
	if filter.Species != "" {
		q = q.Where("species = ?", filter.Species)
	}
	if filter.Search != "" {
		q = q.Where("name_fold like ?", "%"+literal(text.Fold(filter.Search))+"%")
	}
	if page.After != nil {
		q = q.Where("(name_fold, id) > (?, ?)", fold, id)
	}
	var rows []breedRow
	if err := q.Order("name_fold, id").Limit(page.Fetch()).Find(&rows).Error; err != nil {
		return paging.Page[configlists.Breed]{}, fmt.Errorf("list breeds: %w", err)
	}
	list := make([]configlists.Breed, len(rows))
	for i, r := range rows {
		list[i] = configlists.Breed(r.BreedColumns)
	}
	return paging.Cut(page, list, func(b configlists.Breed) []string { return []string{text.Fold(b.Name), b.ID.String()} }), nil
}

// literal takes the meaning out of the signs that a like pattern gives one.
func literal(s string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(s)
}

// Breed reads one breed.
func (s *Store) Breed(ctx context.Context, account, id uuid.UUID) (configlists.Breed, error) {
	return s.breed(ctx, account, id)
}

// LockBreed reads one breed for update.
func (s *Store) LockBreed(ctx context.Context, account, id uuid.UUID) (configlists.Breed, error) {
	return s.breed(ctx, account, id, forUpdate())
}

func (s *Store) breed(ctx context.Context, account, id uuid.UUID, clauses ...clause.Expression) (configlists.Breed, error) {
	var row breedRow
	err := s.db.In(ctx).Clauses(clauses...).Where("account_id = ? and id = ?", account, id).Take(&row).Error
	if postgres.NoRow(err) {
		return configlists.Breed{}, apperr.NewNotFound()
	}
	if err != nil {
		return configlists.Breed{}, fmt.Errorf("read breed: %w", err)
	}
	return configlists.Breed(row.BreedColumns), nil
}

// HasBreeds reports whether the account has a breed.
func (s *Store) HasBreeds(ctx context.Context, account uuid.UUID) (bool, error) {
	var has bool
	err := s.db.Row(ctx, "select exists (select from configlists.breeds where account_id = $1)", account).Scan(&has)
	if err != nil {
		return false, fmt.Errorf("look for breeds: %w", err)
	}
	return has, nil
}

// InsertBreed adds a breed.
func (s *Store) InsertBreed(ctx context.Context, b configlists.Breed) error {
	return breedError("insert", s.db.In(ctx).Create(&breedRow{BreedColumns(b), namesOf(b.Name)}).Error)
}

// UpdateBreed writes a breed.
func (s *Store) UpdateBreed(ctx context.Context, b configlists.Breed) error {
	return breedError("update", s.db.In(ctx).Select("*").Updates(&breedRow{BreedColumns(b), namesOf(b.Name)}).Error)
}

func breedError(what string, err error) error {
	switch {
	case postgres.Violates(err, "breeds_name_key"):
		return configlists.ErrBreedTaken
	case err != nil:
		return fmt.Errorf("%s breed: %w", what, err)
	}
	return nil
}

// DeleteBreed deletes a breed.
func (s *Store) DeleteBreed(ctx context.Context, account, id uuid.UUID) error {
	if _, err := s.db.Exec(ctx, "delete from configlists.breeds where account_id = $1 and id = $2", account, id); err != nil {
		return fmt.Errorf("delete breed: %w", err)
	}
	return nil
}
