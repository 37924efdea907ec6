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

// ListSecondaryPetStatuses lists them by item_order.
func (s *Service) ListSecondaryPetStatuses(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[SecondaryPetStatus], error) {
	return s.store.Statuses(ctx, account, page)
}

// SecondaryPetStatus is one status; apperr.NotFound when there is none.
func (s *Service) SecondaryPetStatus(ctx context.Context, account, id uuid.UUID) (SecondaryPetStatus, error) {
	return s.store.Status(ctx, account, id)
}

// CreateSecondaryPetStatus adds a status behind the others. It fails with ErrStatusTaken.
func (s *Service) CreateSecondaryPetStatus(ctx context.Context, account uuid.UUID, d SecondaryPetStatusCreate) (SecondaryPetStatus, error) {
	var status SecondaryPetStatus
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.LockStatusList(ctx, account); err != nil {
			return err
		}
		last, err := s.store.LastStatusOrder(ctx, account)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		status = SecondaryPetStatus{ID: ids.New(), AccountID: account, Name: d.Name, ItemOrder: last + 1, CreatedAt: now, UpdatedAt: now, Version: 1}
		if err := s.store.InsertStatus(ctx, status); err != nil {
			return err
		}
		return s.created(ctx, SecondaryPetStatusCreated, account, status.ID, status)
	})
	return status, err
}

// UpdateSecondaryPetStatus renames a status. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid or
// ErrStatusTaken.
func (s *Service) UpdateSecondaryPetStatus(ctx context.Context, account, id uuid.UUID, change SecondaryPetStatusPatch, match patch.Precondition) (SecondaryPetStatus, error) {
	var after SecondaryPetStatus
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.LockStatus(ctx, account, id)
		if err != nil {
			return err
		}
		if err := match.Check(before.Version); err != nil {
			return err
		}
		after = before
		var faults apperr.FieldErrors
		change.Name.NotNull(&after.Name, "name", &faults)
		if err := faults.Err(); err != nil {
			return err
		}
		if same, err := events.Same(before, after); err != nil || same {
			return err
		}
		after.Version, after.UpdatedAt = before.Version+1, s.clock.Now()
		if err := s.store.UpdateStatus(ctx, after); err != nil {
			return err
		}
		return s.changed(ctx, SecondaryPetStatusUpdated, account, id, after, before)
	})
	return after, err
}

// DeleteSecondaryPetStatus takes a status off the list; pets that have it keep its id. It fails with apperr.NotFound
// or apperr.VersionMismatch.
func (s *Service) DeleteSecondaryPetStatus(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		status, err := s.store.LockStatus(ctx, account, id)
		if err != nil {
			return err
		}
		if err := match.Check(status.Version); err != nil {
			return err
		}
		if err := s.store.DeleteStatus(ctx, account, id); err != nil {
			return err
		}
		return s.removed(ctx, SecondaryPetStatusGone, account, id, status)
	})
}
