package petcarecmd

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/fxgroups"
)

// sweep calls the sweepers, most of which remove expired records, until ctx ends. Every replica does it; batches are small and skip rows
// that others have locked.
func sweep(ctx context.Context, sweepers []fxgroups.Sweeper, log zerolog.Logger) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		for _, s := range sweepers {
			sweepAll(ctx, s, log)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func sweepAll(ctx context.Context, s fxgroups.Sweeper, log zerolog.Logger) {
	for ctx.Err() == nil {
		n, err := sweepOnce(ctx, s)
		if err != nil && ctx.Err() == nil {
			log.Warn().Err(err).Str("sweeper", s.Name).Msg("could not remove old records")
		}
		if err != nil || n == 0 {
			return
		}
		log.Debug().Int64("removed", n).Str("sweeper", s.Name).Msg("removed old records")
	}
}

// sweepTime limits one batch. If the database stops responding, the batch would otherwise hold its connection for 15 minutes.
const sweepTime = time.Minute

func sweepOnce(ctx context.Context, s fxgroups.Sweeper) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	return s.Sweep(ctx)
}
