package webhooks

import (
	"context"
	"sync"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// WakeUp wakes the delivery worker of this process. Signal never blocks, because one pending signal is enough.
type WakeUp chan struct{}

// NewWakeUp returns a WakeUp.
func NewWakeUp() WakeUp { return make(WakeUp, 1) }

// Signal wakes the worker.
func (w WakeUp) Signal() {
	select {
	case w <- struct{}{}:
	default:
	}
}

// Enqueuer creates deliveries of events in the transaction that records them. It implements outbox.Subscriber.
type Enqueuer struct {
	queue  Queue
	wakeUp WakeUp
	owners Owners
	known  sync.Map // organization id by account id; an account never changes its organization
}

// NewEnqueuer returns an Enqueuer.
func NewEnqueuer(queue Queue, wakeUp WakeUp, owners Owners) *Enqueuer {
	return &Enqueuer{queue: queue, wakeUp: wakeUp, owners: owners}
}

type deferredKey struct{}

// Defer returns a context in which Enqueue does nothing. It is for transactions that take minutes, such as imports. They call
// EnqueueDeferred at their end, because every claim of the workers passes over all deliveries that are not committed yet.
func Defer(ctx context.Context) context.Context { return context.WithValue(ctx, deferredKey{}, true) }

// EnqueueDeferred creates the deliveries of all events of an account that the transaction has recorded. Workers find them at their next
// poll.
func (q *Enqueuer) EnqueueDeferred(ctx context.Context, account uuid.UUID) error {
	owner, err := q.ownerOf(ctx, account)
	if err != nil {
		return err
	}
	return q.queue.EnqueueRecorded(ctx, account, owner)
}

// Enqueue creates a delivery for each event and subscribed webhook, and wakes the worker of this process after the commit. Other
// workers find the deliveries at their next poll. Service.Test enqueues test events itself, because they go to one webhook only.
func (q *Enqueuer) Enqueue(ctx context.Context, list []events.Recorded) error {
	if ctx.Value(deferredKey{}) != nil {
		return nil
	}
	wanted := make([]events.Recorded, 0, len(list))
	owners := make([]uuid.UUID, 0, len(list))
	for _, e := range list {
		if e.Type == TestEvent {
			continue
		}
		owner, err := q.ownerOf(ctx, e.Account)
		if apperr.Is(err, apperr.NotFound) {
			continue // without an owner, there are no webhooks
		}
		if err != nil {
			return err
		}
		wanted, owners = append(wanted, e), append(owners, owner)
	}
	if len(wanted) == 0 {
		return nil
	}
	return q.queue.Enqueue(ctx, wanted, owners, func(deliveries int64) {
		if deliveries > 0 {
			tx.AfterCommit(ctx, q.wakeUp.Signal)
		}
	})
}

func (q *Enqueuer) ownerOf(ctx context.Context, account uuid.UUID) (uuid.UUID, error) {
	if owner, ok := q.known.Load(account); ok {
		return owner.(uuid.UUID), nil
	}
	owner, err := q.owners.Organization(ctx, account)
	if err != nil {
		return uuid.Nil, err
	}
	q.known.Store(account, owner)
	return owner, nil
}
