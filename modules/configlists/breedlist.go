package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/ids"
)

// BreedsForShare reads those of the breeds that exist and keeps them from changing until the transaction of ctx ends.
func (s *Service) BreedsForShare(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]Breed, error) {
	if len(of) == 0 {
		return map[uuid.UUID]Breed{}, nil
	}
	return s.store.BreedsForShare(ctx, account, of)
}

// BreedsByName finds breeds of a species by name, whatever the case; where no name fits so, accents do not count
// either. The result is keyed by text.Fold of the names. An account without breeds gets the master list first.
func (s *Service) BreedsByName(ctx context.Context, account uuid.UUID, species string, names []string) (map[string]Breed, error) {
	if len(names) == 0 {
		return map[string]Breed{}, nil
	}
	if err := s.tx.InTx(ctx, func(ctx context.Context) error { return s.loadMasterList(ctx, account) }); err != nil {
		return nil, err
	}
	return s.store.BreedsNamed(ctx, account, species, names)
}

// loadMasterList gives an account without breeds the master list, once however many ask at the same time.
func (s *Service) loadMasterList(ctx context.Context, account uuid.UUID) error {
	if has, err := s.store.HasBreeds(ctx, account); err != nil || has {
		return err
	}
	if err := s.store.LockBreedList(ctx, account); err != nil {
		return err
	}
	// Another one may have loaded it while this one waited for the lock.
	if has, err := s.store.HasBreeds(ctx, account); err != nil || has {
		return err
	}
	entries := s.master()
	now := s.clock.Now()
	list := make([]Breed, len(entries))
	for i, e := range entries {
		list[i] = Breed{ID: ids.New(), AccountID: account, Name: e.Name, Species: e.Species, Source: Master, CreatedAt: now, UpdatedAt: now, Version: 1}
	}
	if err := s.store.InsertBreeds(ctx, list); err != nil {
		return err
	}
	return s.created(ctx, BreedListLoaded, account, account, ListLoaded{account, len(list)})
}
