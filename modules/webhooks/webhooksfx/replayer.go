package webhooksfx

import (
	"context"
	"errors"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
	"github.com/petcare/petcare/platform/panics"
	"github.com/petcare/petcare/platform/tx"
)

// replayEvery limits the rate of each replay to one batch in this time, for each process.
const replayEvery = time.Second

// catchUpTime is enough to look through the events of a long import.
const catchUpTime = time.Minute

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
		once, cancel := context.WithTimeout(ctx, 10*time.Second)
		var fed bool
		err := panics.Caught(func() (err error) {
			fed, err = r.feed(once)
			return errors.Join(err, r.store.CancelRest(once))
		})
		cancel()
		if err != nil && ctx.Err() == nil {
			r.observer.Fault("continue replays and cancellations", err)
		}
		once, cancel = context.WithTimeout(ctx, catchUpTime)
		var made int
		err = panics.Caught(func() (err error) {
			made, err = r.catchUp(once)
			return err
		})
		cancel()
		if err != nil && ctx.Err() == nil {
			r.observer.Fault("queue events for new webhooks", err)
		}
		if fed || made > 0 {
			r.wakeUp.Signal()
		}
	}
}

func (r replayer) feed(ctx context.Context) (fed bool, err error) {
	err = r.tx.InTx(ctx, func(ctx context.Context) error {
		fed, err = r.store.FeedReplays(ctx)
		return err
	})
	return fed, err
}

// catchUp queues what new webhooks have missed, each in a transaction of its own. It returns how many deliveries it has queued.
func (r replayer) catchUp(ctx context.Context) (made int, err error) {
	list, err := r.store.ListLate(ctx)
	if err != nil {
		return 0, err
	}
	for _, w := range list {
		n, err := r.catchUpWith(ctx, w)
		if err != nil {
			return made, err
		}
		made += n
	}
	return made, nil
}

func (r replayer) catchUpWith(ctx context.Context, w store.Late) (made int, err error) {
	accounts, err := r.owners.Accounts(ctx, w.Organization)
	if err != nil {
		return 0, err
	}
	err = r.tx.InTx(ctx, func(ctx context.Context) error {
		made, err = r.store.CatchUp(ctx, w, accounts)
		return err
	})
	return made, err
}
