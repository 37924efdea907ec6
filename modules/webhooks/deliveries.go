package webhooks

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// ListDeliveries lists those deliveries of a webhook whose accounts the caller sees, newest first. Those of a deleted webhook are listed
// for as long as they are kept.
func (s *Service) ListDeliveries(ctx context.Context, webhook uuid.UUID, f Filter, page paging.Request) (paging.Page[Delivery], error) {
	if _, known := s.types.Find(f.EventType); f.EventType != "" && !known {
		return paging.Page[Delivery]{}, apperr.NewInvalidIn("query", "eventType", "unknown",
			"is not the name of an event"+s.types.DidYouMean(f.EventType))
	}
	if f.From != nil && f.To != nil && f.To.Before(*f.From) {
		return paging.Page[Delivery]{}, apperr.NewInvalidIn("query", "to", "order", "is before from")
	}
	scope := scopeOf(caller.From(ctx))
	if err := s.store.HasHistory(ctx, scope, webhook); err != nil {
		return paging.Page[Delivery]{}, err
	}
	return s.store.ListDeliveries(ctx, scope, webhook, f, page)
}

// CountOpen counts the deliveries of an organization that have not ended, for the operator.
func (s *Service) CountOpen(ctx context.Context, organization uuid.UUID) (int64, error) {
	return s.store.CountOpen(ctx, organization)
}

// Test records a webhook.test event and enqueues it for this webhook only, even if it is paused. It is attempted once.
func (s *Service) Test(ctx context.Context, webhook uuid.UUID) (Delivery, error) {
	var d Delivery
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		// The lock guarantees that the newest test event of the webhook is the one recorded here.
		w, err := s.store.Lock(ctx, scopeOf(caller.From(ctx)), webhook)
		if err != nil {
			return err
		}
		account, err := s.testAccount(ctx, w)
		if err != nil {
			return err
		}
		if err := s.events.Record(ctx, events.Public{Type: TestEvent, Account: account, Record: w.ID, Object: w}); err != nil {
			return err
		}
		if err := tx.Flush(ctx); err != nil { // EnqueueTest reads the event
			return err
		}
		d, err = s.store.EnqueueTest(ctx, w.ID, account)
		tx.AfterCommit(ctx, s.wakeUp.Signal)
		return err
	})
	return d, err
}

// testAccount returns the account of a test event.
func (s *Service) testAccount(ctx context.Context, w Webhook) (uuid.UUID, error) {
	accounts := w.AccountIDs.Get()
	if len(accounts) == 0 {
		var err error
		if accounts, err = s.owners.Accounts(ctx, w.OrganizationID); err != nil {
			return uuid.Nil, err
		}
	}
	if len(accounts) == 0 {
		return uuid.Nil, apperr.NewConflict("conflict", "the organization has no account to send a test for")
	}
	return accounts[0], nil
}

// Redeliver enqueues the event of a delivery again, whatever the delivery's status and the event types of the webhook. It fails with
// apperr.Conflict if the webhook is paused or is no longer for the delivery's account.
func (s *Service) Redeliver(ctx context.Context, webhook, delivery uuid.UUID) (Delivery, error) {
	var d Delivery
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		scope := scopeOf(caller.From(ctx))
		w, err := s.store.Lock(ctx, scope, webhook)
		if err != nil {
			return err
		}
		if d, err = s.store.EnqueueAgain(ctx, scope, webhook, delivery); err != nil {
			return err
		}
		if !w.Active {
			return apperr.NewConflict("conflict", "the webhook is paused: activate it first")
		}
		if only := w.AccountIDs.Get(); len(only) > 0 && !slices.Contains(only, d.AccountID) {
			return apperr.NewConflict("conflict", "the webhook is no longer for the account of this delivery")
		}
		tx.AfterCommit(ctx, s.wakeUp.Signal)
		return nil
	})
	return d, err
}
