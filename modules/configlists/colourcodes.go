package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/text"
)

// ColourCodes lists colour codes by type and number; kind "" is both types.
func (s *Service) ColourCodes(ctx context.Context, account uuid.UUID, kind ColourCodeType, page paging.Request) (paging.Page[ColourCode], error) {
	return s.store.ColourCodes(ctx, account, kind, page)
}

// ColourCode is one colour code; apperr.NotFound when there is none.
func (s *Service) ColourCode(ctx context.Context, account, id uuid.UUID) (ColourCode, error) {
	return s.store.ColourCode(ctx, account, id)
}

// NextNumber is the highest number of the type + 1, and 1 when there is none; it reserves nothing. It fails with
// ErrNumbersFull.
func (s *Service) NextNumber(ctx context.Context, account uuid.UUID, kind ColourCodeType) (NextNumber, error) {
	last, err := s.store.LastNumber(ctx, account, kind)
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
func (s *Service) CreateColourCode(ctx context.Context, account uuid.UUID, d ColourCodeCreate) (ColourCode, error) {
	var c ColourCode
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		// Whoever sets a number holds this lock, so nobody takes the next number between reading and using it.
		if err := s.store.LockNumbers(ctx, account, d.Type); err != nil {
			return err
		}
		now := s.clock.Now()
		c = ColourCode{ID: ids.New(), AccountID: account, Type: d.Type, Name: d.Name, Colour: d.Colour,
			Description: text.Optional(d.Description), CreatedAt: now, UpdatedAt: now, Version: 1}
		if d.Number != nil {
			c.Number = *d.Number
		} else {
			next, err := s.NextNumber(ctx, account, d.Type)
			if err != nil {
				return err
			}
			c.Number = next.Number
		}
		if err := s.store.InsertColourCode(ctx, c); err != nil {
			return err
		}
		return s.created(ctx, ColourCodeCreated, account, c.ID, c)
	})
	return c, err
}

// UpdateColourCode changes a colour code. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid or ErrNumberTaken.
func (s *Service) UpdateColourCode(ctx context.Context, account, id uuid.UUID, change ColourCodePatch, match patch.Precondition) (ColourCode, error) {
	var after ColourCode
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.lockNumbersFor(ctx, account, id, change); err != nil {
			return err
		}
		before, err := s.store.LockColourCode(ctx, account, id)
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
		if err := s.store.UpdateColourCode(ctx, after); err != nil {
			return err
		}
		return s.changed(ctx, ColourCodeUpdated, account, id, after, before)
	})
	return after, err
}

// lockNumbersFor takes the lock of the numbers before that of the row, as creating does, when the number may change.
func (s *Service) lockNumbersFor(ctx context.Context, account, id uuid.UUID, change ColourCodePatch) error {
	if !change.Number.Set {
		return nil
	}
	c, err := s.store.ColourCode(ctx, account, id) // its type never changes
	if err != nil {
		return err
	}
	return s.store.LockNumbers(ctx, account, c.Type)
}

func (c ColourCodePatch) apply(to ColourCode) (ColourCode, error) {
	var faults apperr.FieldErrors
	c.Number.NotNull(&to.Number, "number", &faults)
	c.Name.NotNull(&to.Name, "name", &faults)
	c.Colour.NotNull(&to.Colour, "colour", &faults)
	c.Description.ApplyPtr(&to.Description)
	to.Description = text.Optional(to.Description)
	return to, faults.Err()
}

// DeleteColourCode removes a colour code. It fails with apperr.NotFound or apperr.VersionMismatch.
func (s *Service) DeleteColourCode(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		c, err := s.store.LockColourCode(ctx, account, id)
		if err != nil {
			return err
		}
		if err := match.Check(c.Version); err != nil {
			return err
		}
		if err := s.store.DeleteColourCode(ctx, account, id); err != nil {
			return err
		}
		if err := s.removed(ctx, ColourCodeGone, account, id, c); err != nil {
			return err
		}
		return s.bus.Publish(ctx, ColourCodeDeleted{account, c.Type, id})
	})
}
