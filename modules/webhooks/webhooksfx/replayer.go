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

// replay runs the replays until ctx ends, and cancels what is left of long backlogs. The progress is in the database, so any process
// continues it.
func replay(ctx context.Context, s *store.Store, b webhooks.WakeUp, o webhooks.Observer) {
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
		if fed {
			b.Signal()
		}
	}
}
