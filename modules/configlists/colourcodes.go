package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/patch"
)

// ColourCodes lists colour codes by type and number; kind "" is both types.
func (s *Service) ColourCodes(ctx context.Context, account uuid.UUID, kind ColourCodeType, page paging.Request) (paging.Page[ColourCode], error) {
	return s.store.ColourCodes.List(ctx, account, kind, page)
}

// ColourCode is one colour code; apperr.NotFound when there is none.
func (s *Service) ColourCode(ctx context.Context, account, id uuid.UUID) (ColourCode, error) {
	return s.store.ColourCodes.Get(ctx, account, id)
}

// NextNumber is the highest number of the type + 1, and 1 when there is none; it reserves nothing. It fails with
// ErrNumbersFull.
func (s *Service) NextNumber(ctx context.Context, account uuid.UUID, kind ColourCodeType) (NextNumber, error) {
	last, err := s.store.ColourCodes.LastNumber(ctx, account, kind)
	if err != nil {
		return NextNumber{}, err
	}
	if last >= LastNumber {
		return NextNumber{}, ErrNumbersFull
	}
	return NextNumber{kind, last + 1}, nil
}

// CreateColourCode adds a colour code, with the next number when none is given. It fails with ErrNumberTaken or
// ErrNumbersFull.
func (s *Service) CreateColourCode(ctx context.Context, account uuid.UUID, create ColourCodeCreate) (c ColourCode, err error) {
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		// Whoever sets a number holds this lock, so nobody takes the next number between reading and using it.
		if err := s.store.Locks.Exclusive(ctx, account, create.Type.lock()); err != nil {
			return err
		}
		number := create.Number
		if number == nil {
			next, err := s.NextNumber(ctx, account, create.Type)
			if err != nil {
				return err
			}
			number = &next.Number
		}
		c, err = s.colourCodes.Create(ctx, create.colourCode(account, *number))
		return err
	})
	return c, err
}

// UpdateColourCode changes a colour code. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid or ErrNumberTaken.
func (s *Service) UpdateColourCode(ctx context.Context, account, id uuid.UUID, change ColourCodePatch, match patch.Precondition) (c ColourCode, err error) {
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if change.Number.Set {
			// As in CreateColourCode, the lock on the numbers comes before the one on the row.
			c, err := s.store.ColourCodes.Get(ctx, account, id) // its type never changes
			if err != nil {
				return err
			}
			if err := s.store.Locks.Exclusive(ctx, account, c.Type.lock()); err != nil {
				return err
			}
		}
		c, err = s.colourCodes.Update(ctx, account, id, match, change.apply)
		return err
	})
	return c, err
}

// DeleteColourCode removes a colour code, also from pets or customers in the same transaction. It fails with
// apperr.NotFound or apperr.VersionMismatch.
func (s *Service) DeleteColourCode(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.colourCodes.Delete(ctx, account, id, match, func(ctx context.Context, c ColourCode) error {
		return s.bus.Publish(ctx, ColourCodeDeleted{account, c.Type, id})
	})
}
