package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/record"
)

// Breeds lists breeds by name.
func (s *Service) Breeds(ctx context.Context, account uuid.UUID, filter BreedFilter, page paging.Request) (paging.Page[Breed], error) {
	return s.store.Breeds.List(ctx, account, filter, page)
}

// Breed is one breed; apperr.NotFound when there is none.
func (s *Service) Breed(ctx context.Context, account, id uuid.UUID) (Breed, error) {
	return s.store.Breeds.Get(ctx, account, id)
}

// CreateBreed adds a breed; an account without breeds gets the master list first. It fails with ErrBreedTaken, and
// then the master list stays loaded: it has a transaction of its own.
func (s *Service) CreateBreed(ctx context.Context, account uuid.UUID, create BreedCreate) (Breed, error) {
	if err := s.loadMasterList(ctx, account); err != nil {
		return Breed{}, err
	}
	return s.breeds.Create(ctx, create.breed(record.New(account), Custom))
}

// UpdateBreed changes a breed's name or species; pets follow in the same transaction. It fails with apperr.NotFound,
// apperr.VersionMismatch, apperr.Invalid or ErrBreedTaken.
func (s *Service) UpdateBreed(ctx context.Context, account, id uuid.UUID, change BreedPatch, match patch.Precondition) (Breed, error) {
	return s.breeds.Update(ctx, account, id, match, change.apply, func(ctx context.Context, _, after Breed) error {
		return s.bus.Publish(ctx, BreedChanged{account, after})
	})
}

// DeleteBreed takes a breed off the list, and off pets in the same transaction. It fails with apperr.NotFound or
// apperr.VersionMismatch.
func (s *Service) DeleteBreed(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.breeds.Delete(ctx, account, id, match, func(ctx context.Context, _ Breed) error {
		return s.bus.Publish(ctx, BreedDeleted{account, id})
	})
}

// loadMasterList gives an account without breeds the master list, once however many ask at the same time.
func (s *Service) loadMasterList(ctx context.Context, account uuid.UUID) error {
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if has, err := s.store.Breeds.HasAny(ctx, account); err != nil || has {
			return err
		}
		if err := s.store.Locks.Exclusive(ctx, account, breedList); err != nil {
			return err
		}
		// Somebody else may have loaded it while this one waited for the lock.
		if has, err := s.store.Breeds.HasAny(ctx, account); err != nil || has {
			return err
		}
		entries := s.master()
		now := s.env.Clock.Now()
		list := make([]Breed, len(entries))
		for i, e := range entries {
			list[i] = e.breed(record.Meta{ID: ids.New(), AccountID: account, CreatedAt: now, UpdatedAt: now, Version: 1}, Master)
		}
		if err := s.store.Breeds.Insert(ctx, list...); err != nil {
			return err
		}
		return s.env.Events.Record(ctx, events.Public{Type: BreedListLoaded, Account: account, Record: account,
			Object: ListLoaded{account, len(list)}})
	})
}
