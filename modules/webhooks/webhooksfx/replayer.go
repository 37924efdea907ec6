package webhooksfx

import (
	"context"
	"errors"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/kernel/tx"
)

const (
	// replayEvery limits the rate of each replay to one batch in this time, for each process.
	replayEvery = time.Second

	feedTime    = 10 * time.Second
	catchUpTime = time.Minute // enough to look through the events of a long import
)

// replayer runs the replays, cancels what is left of long backlogs, and queues what new webhooks have missed. The progress is in the
// database, so any process continues it.
type replayer struct {
	tx       tx.Runner
	store    *store.Store
	owners   webhooks.Owners
	wakeUp   webhooks.WakeUp
	observer webhooks.Observer
}

// run works until ctx ends.
func (r replayer) run(ctx context.Context) {
	tick := time.NewTicker(replayEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		fed := r.try(ctx, "continue replays and cancellations", feedTime, r.feed)
		late := r.try(ctx, "queue events for new webhooks", catchUpTime, r.catchUp)
		if fed || late {
			r.wakeUp.Signal()
		}
	}
}

// try does one kind of work for at most limit, and reports whether it has queued deliveries. The next turn repeats what has failed.
func (r replayer) try(ctx context.Context, doing string, limit time.Duration, work func(context.Context) (bool, error)) (queued bool) {
	once, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := panics.Caught(func() (err error) {
		queued, err = work(once)
		return err
	})
	if err != nil && ctx.Err() == nil {
		r.observer.Fault(doing, err)
	}
	return queued
}

// feed queues the next batches of replays, and cancels a part of long backlogs even if that fails.
func (r replayer) feed(ctx context.Context) (fed bool, err error) {
	err = r.tx.InTx(ctx, func(ctx context.Context) error {
		fed, err = r.store.FeedReplays(ctx)
		return err
	})
	return fed, errors.Join(err, r.store.CancelRest(ctx))
}

// catchUp queues what new webhooks have missed, each in a transaction of its own.
func (r replayer) catchUp(ctx context.Context) (queued bool, err error) {
	list, err := r.store.ListLate(ctx)
	if err != nil {
		return false, err
	}
	for _, w := range list {
		made, err := r.catchUpWith(ctx, w)
		if err != nil {
			return queued, err
		}
		queued = queued || made > 0
	}
	return queued, nil
}

func (r replayer) catchUpWith(ctx context.Context, w store.Late) (made int, err error) {
	accounts, err := r.owners.Accounts(ctx, w.OrganizationID)
	if err != nil {
		return 0, err
	}
	err = r.tx.InTx(ctx, func(ctx context.Context) error {
		made, err = r.store.CatchUp(ctx, w, accounts)
		return err
	})
	return made, err
}
