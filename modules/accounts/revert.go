package accounts

import (
	"context"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
)

// accountEvents implements record.Reverter for accounts, which have no record.Life.
type accountEvents struct{ *Service }

// Hold implements record.Reverter.
func (s accountEvents) Hold(ctx context.Context, r *record.Reversal, _ []events.Stored) error {
	_, err := s.store.Lock(ctx, r.Account)
	return err
}

// Revert implements record.Reverter.
func (s accountEvents) Revert(ctx context.Context, r *record.Reversal, list []events.Stored) error {
	for _, e := range list {
		before, err := s.store.Lock(ctx, r.Account)
		if err != nil {
			return err
		}
		after, changed, err := record.OldValues(ctx, r, e, before)
		if err != nil || !changed {
			return err
		}
		if err := after.faults().Err(); err != nil {
			return err
		}
		if _, err := s.write(ctx, before, after); err != nil {
			return err
		}
	}
	return nil
}
