package webhooksfx

import (
	"context"
	"errors"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
)

// replayEvery limits the rate of each replay to one batch in this time, for each process.
const replayEvery = time.Second

// catchUpTime is enough to look through the events of a long import.
const catchUpTime = time.Minute

// replay runs the replays until ctx ends, cancels what is left of long backlogs, and queues what new webhooks have missed. The progress is
// in the database, so any process continues it.
func replay(ctx context.Context, s *store.Store, of webhooks.Owners, b webhooks.WakeUp, o webhooks.Observer) {
	tick := time.NewTicker(replayEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		once, cancel := context.WithTimeout(ctx, 10*time.Second)
		fed, err := s.FeedReplays(once)
		err = errors.Join(err, s.CancelRest(once))
		cancel()
		if err != nil && ctx.Err() == nil {
			o.Fault("continue replays and cancellations", err)
		}
		once, cancel = context.WithTimeout(ctx, catchUpTime)
		made, err := s.CatchUp(once, of)
		cancel()
		if err != nil && ctx.Err() == nil {
			o.Fault("queue events for new webhooks", err)
		}
		if fed || made > 0 {
			b.Signal()
		}
	}
}
