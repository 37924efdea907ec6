package webhooksfx

import (
	"context"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
)

// replayEvery bounds the rate of replays: one batch for each in that time and process.
const replayEvery = time.Second

// replay goes on with replays until ctx ends. Where they stand is in the database: any process goes on with them.
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
		cancel()
		if err != nil && ctx.Err() == nil {
			o.Fault("go on with replays", err)
		}
		if fed {
			b.Signal()
		}
	}
}
