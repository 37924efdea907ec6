package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/text"
)

// LockBreedList keeps others from loading the master list until the transaction ends.
func (s *Store) LockBreedList(ctx context.Context, account uuid.UUID) error {
	return s.lock(ctx, account, "breeds")
}

// InsertBreeds adds many breeds in one statement.
func (s *Store) InsertBreeds(ctx context.Context, list []configlists.Breed) error {
	n := len(list)
	var (
		ids     = make([]uuid.UUID, n)
		names   = make([]string, n)
		species = make([]string, n)
		keys    = make([]string, n)
		folds   = make([]string, n)
	)
	for i, b := range list {
		ids[i], names[i], species[i], keys[i], folds[i] = b.ID, b.Name, b.Species, keyOf(b.Name), text.Fold(b.Name)
	}
	if n == 0 {
		return nil
	}
	first := list[0] // all are of one account and made at once
	_, err := s.db.Exec(ctx, `
		insert into configlists.breeds (account_id, id, name, species, source, created_at, updated_at, version, name_key, name_fold)
		select $1, b.id, b.name, b.species, $2, $3, $3, 1, b.key, b.fold
		from unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[]) as b (id, name, species, key, fold)`,
		first.AccountID, first.Source, first.CreatedAt, ids, names, species, keys, folds)
	if err != nil {
		return fmt.Errorf("insert %d breeds: %w", n, err)
	}
	return nil
}

// BreedsForShare reads breeds for share, in the order of their ids so that two who hold several do not wait in a circle.
func (s *Store) BreedsForShare(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]configlists.Breed, error) {
	var rows []breedRow
	err := s.db.In(ctx).Clauses(forShare()).Where("account_id = ? and id = any(?)", account, postgres.Array(of)).Order("id").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("hold breeds: %w", err)
	}
	found := make(map[uuid.UUID]configlists.Breed, len(rows))
	for _, r := range rows {
		found[r.ID] = configlists.Breed(r.BreedColumns)
	}
	return found, nil
}

// BreedsNamed finds breeds of a species by name, keyed by the folded name.
func (s *Store) BreedsNamed(ctx context.Context, account uuid.UUID, species string, wanted []string) (map[string]configlists.Breed, error) {
	match := newMatch[configlists.Breed](wanted)
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var b configlists.Breed
		var n Names
		if err := row.Scan(&b.ID, &b.AccountID, &b.Name, &b.Species, &b.Source, &b.CreatedAt, &b.UpdatedAt, &b.Version, &n.NameKey, &n.NameFold); err != nil {
			return err
		}
		match.add(n, b)
		return nil
	}, `select id, account_id, name, species, source, created_at, updated_at, version, name_key, name_fold
		from configlists.breeds where account_id = $1 and species = $2 and name_fold = any($3) order by id`, account, species, match.folds)
	if err != nil {
		return nil, fmt.Errorf("find breeds by name: %w", err)
	}
	return match.found, nil
}
