package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/patch"
)

// Breeds lists breeds by name.
func (s *Service) Breeds(ctx context.Context, account uuid.UUID, filter BreedFilter, page paging.Request) (paging.Page[Breed], error) {
	return s.store.Breeds(ctx, account, filter, page)
}

// Breed is one breed; apperr.NotFound when there is none.
func (s *Service) Breed(ctx context.Context, account, id uuid.UUID) (Breed, error) {
	return s.store.Breed(ctx, account, id)
}

// CreateBreed adds a breed; an account without breeds gets the master list first. It fails with ErrBreedTaken, and
// then the master list stays loaded.
func (s *Service) CreateBreed(ctx context.Context, account uuid.UUID, d BreedCreate) (Breed, error) {
	// Two transactions: a name that is taken undoes the second only.
	if err := s.tx.InTx(ctx, func(ctx context.Context) error { return s.loadMasterList(ctx, account) }); err != nil {
		return Breed{}, err
	}
	now := s.clock.Now()
	b := Breed{ID: ids.New(), AccountID: account, Name: d.Name, Species: d.Species, Source: Custom, CreatedAt: now, UpdatedAt: now, Version: 1}
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.InsertBreed(ctx, b); err != nil {
			return err
		}
		return s.created(ctx, BreedCreated, account, b.ID, b)
	})
	return b, err
}

// UpdateBreed renames a breed or gives it to another species. It fails with apperr.NotFound, apperr.VersionMismatch,
// apperr.Invalid or ErrBreedTaken.
func (s *Service) UpdateBreed(ctx context.Context, account, id uuid.UUID, change BreedPatch, match patch.Precondition) (Breed, error) {
	var after Breed
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.LockBreed(ctx, account, id)
		if err != nil {
			return err
		}
		if err := match.Check(before.Version); err != nil {
			return err
		}
		if after, err = change.apply(before); err != nil {
			return err
		}
		if same, err := events.Same(before, after); err != nil || same {
			return err
		}
		after.Version, after.UpdatedAt = before.Version+1, s.clock.Now()
		if err := s.store.UpdateBreed(ctx, after); err != nil {
			return err
		}
		if err := s.changed(ctx, BreedUpdated, account, id, after, before); err != nil {
			return err
		}
		return s.bus.Publish(ctx, BreedChanged{account, after})
	})
	return after, err
}

func (c BreedPatch) apply(to Breed) (Breed, error) {
	var faults apperr.FieldErrors
	c.Name.NotNull(&to.Name, "name", &faults)
	c.Species.NotNull(&to.Species, "species", &faults)
	return to, faults.Err()
}

// DeleteBreed takes a breed off the list. It fails with apperr.NotFound or apperr.VersionMismatch.
func (s *Service) DeleteBreed(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		b, err := s.store.LockBreed(ctx, account, id)
		if err != nil {
			return err
		}
		if err := match.Check(b.Version); err != nil {
			return err
		}
		if err := s.store.DeleteBreed(ctx, account, id); err != nil {
			return err
		}
		if err := s.removed(ctx, BreedGone, account, id, b); err != nil {
			return err
		}
		return s.bus.Publish(ctx, BreedDeleted{account, id})
	})
}
