package petcarecmd

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/logging"
)

// sweep calls the sweepers, most of which remove expired records, until ctx ends. Every replica does it; batches are small and skip rows
// that others have locked.
func sweep(ctx context.Context, sweepers []fxgroups.Sweeper, log zerolog.Logger) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	all := make([]sweeper, len(sweepers))
	for i, s := range sweepers {
		all[i].Sweeper = s
	}
	for {
		for i := range all {
			if s, now := &all[i], time.Now(); !now.Before(s.due) && !s.running.Load() {
				s.due = now.Add(sweepAll(ctx, s, log))
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// sweeper is a Sweeper with its state.
type sweeper struct {
	fxgroups.Sweeper
	due     time.Time
	running atomic.Bool // also after it has been left
}

// sweepTurn is how long a sweeper may go on while others wait.
const sweepTurn = 5 * time.Second

// sweepAll calls a sweeper until nothing is left to do or its turn ends. It returns when the next turn is due, from the start of this one.
func sweepAll(ctx context.Context, s *sweeper, log zerolog.Logger) (next time.Duration) {
	for start := time.Now(); ctx.Err() == nil; {
		n, err := sweepOnce(ctx, s)
		switch {
		case errors.Is(err, errLeft):
			log.Error().Err(err).Str("sweeper", s.Name).Str("module", s.Module).Msg("sweeper is stuck")
			return 0
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

// sweepGrace is how long a batch may go on after its context has ended.
const sweepGrace = 5 * time.Second

var errLeft = errors.New("does not end with its context: it has no turn until it has ended, and the others go on")

// sweepOnce returns a panic as an error: it would end the process, and that of every other replica. It leaves a batch that does not end
// with its context, and returns errLeft.
func sweepOnce(ctx context.Context, s *sweeper) (n int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	type result struct {
		n   int64
		err error
	}
	ended := make(chan result, 1)
	s.running.Store(true)
	go func() {
		var r result
		r.err = panics.Caught(func() (err error) {
			r.n, err = s.Sweep(ctx)
			return err
		})
		s.running.Store(false)
		ended <- r
	}()
	select {
	case r := <-ended:
		return r.n, r.err
	case <-ctx.Done():
	}
	select {
	case r := <-ended:
		return r.n, r.err
	case <-time.After(sweepGrace):
		return 0, errLeft
	}
}
