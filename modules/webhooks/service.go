package webhooks

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// Service manages webhooks. Methods with an id fail with apperr.NotFound if the caller may not manage that webhook.
type Service struct {
	store  Store
	owners Owners
	tx     tx.Runner
	events events.Recorder
	clock  clock.Clock
	types  events.Catalog
	policy URLPolicy
	box    Sealer
	wakeUp WakeUp
}

// NewService returns a Service.
func NewService(store Store, owners Owners, run tx.Runner, recorder events.Recorder, c clock.Clock, types events.Catalog,
	policy URLPolicy, box Sealer, wakeUp WakeUp) *Service {
	return &Service{store, owners, run, recorder, c, types, policy, box, wakeUp}
}

// List lists the webhooks that the caller may manage, newest first.
func (s *Service) List(ctx context.Context, page paging.Request) (paging.Page[Webhook], error) {
	return s.store.List(ctx, scopeOf(caller.From(ctx)), page)
}

// Get returns a webhook without its secret.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Webhook, error) {
	return s.store.Get(ctx, scopeOf(caller.From(ctx)), id)
}

// Delete deletes a webhook and cancels its open deliveries.
func (s *Service) Delete(ctx context.Context, id uuid.UUID, match patch.Precondition) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		w, err := s.store.Lock(ctx, scopeOf(caller.From(ctx)), id)
		if err != nil {
			return err
		}
		if err := match.Check(w.Version, w); err != nil {
			return err
		}
		if err := s.store.Delete(ctx, w, s.clock.Now()); err != nil {
			return err
		}
		_, err = s.store.Cancel(ctx, w.ID)
		return err
	})
}
