package petcarecmd

import (
	"cmp"
	"context"
	"time"

	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/logging"
	"github.com/petcare/petcare/platform/panics"
)

// sweep calls the sweepers, most of which remove expired records, until ctx ends. Every replica does it; batches are small and skip rows
// that others have locked.
func sweep(ctx context.Context, sweepers []fxgroups.Sweeper, log zerolog.Logger) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	due := make([]time.Time, len(sweepers))
	for {
		for i, s := range sweepers {
			if now := time.Now(); !now.Before(due[i]) {
				due[i] = now.Add(sweepAll(ctx, s, log))
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// sweepTurn is how long a sweeper may go on while others wait.
const sweepTurn = 5 * time.Second

// sweepAll calls a sweeper until nothing is left to do or its turn ends. It returns when the next turn is due, from the start of this one.
func sweepAll(ctx context.Context, s fxgroups.Sweeper, log zerolog.Logger) (next time.Duration) {
	for start := time.Now(); ctx.Err() == nil; {
		n, err := sweepOnce(ctx, s)
		switch {
		case err != nil && ctx.Err() == nil:
			logging.Failure(log, err).Str("sweeper", s.Name).Str("module", s.Module).Msg("sweeper failed")
			return cmp.Or(s.Every, sweepEvery)
		case n == 0:
			return cmp.Or(s.Every, sweepEvery)
		case time.Since(start) > sweepTurn:
			log.Info().Str("sweeper", s.Name).Msg("sweeper goes on after the others")
			return 0
		}
		log.Debug().Int64("records", n).Str("sweeper", s.Name).Msg("swept")
	}
	return 0
}

// sweepTime limits one batch. If the database stops responding, the batch would otherwise hold its connection for 15 minutes.
const sweepTime = time.Minute

// sweepOnce returns a panic as an error: it would end the process, and that of every other replica.
func sweepOnce(ctx context.Context, s fxgroups.Sweeper) (n int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	err = panics.Caught(func() error {
		n, err = s.Sweep(ctx)
		return err
	})
	return n, err
}
