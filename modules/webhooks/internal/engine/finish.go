package engine

import (
	"context"
	"slices"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/clock"
)

const (
	maxBatch     = 256
	gatherTime   = 5 * time.Millisecond
	firstPause   = 50 * time.Millisecond
	longestPause = 2 * time.Second
)

// finish writes results in batches.
func (e *Engine) finish() {
	defer close(e.finished)
	for first := range e.results {
		batch := e.gather(first)
		e.guard("store attempts", func() { e.settle(batch) })
	}
}

// gather waits briefly for more results, because larger batches need fewer statements, and the history can wait.
func (e *Engine) gather(first Done) []Done {
	batch := []Done{first}
	enough := time.NewTimer(gatherTime)
	defer enough.Stop()
	for len(batch) < maxBatch {
		select {
		case next, ok := <-e.results:
			if !ok {
				return batch
			}
			batch = append(batch, next)
		case <-enough.C:
			return batch
		}
	}
	return batch
}

// settle retries until the lease has about expired. After that, the deliveries are attempted again, and a later result would be
// ignored.
func (e *Engine) settle(batch []Done) {
	pause := firstPause
	for until := time.Now().Add(leaseMargin); ; pause = min(2*pause, longestPause) {
		ended, err := e.write(batch)
		if err == nil {
			for _, outcome := range ended {
				e.o.Observer.Completed(outcome)
			}
			if slices.ContainsFunc(batch, func(d Done) bool { return d.Outcome == webhooks.OutcomeResend }) {
				e.o.WakeUp.Signal()
			}
			return
		}
		e.o.Observer.Fault("store attempts", err)
		if !clock.Sleep(e.writes, pause) || time.Now().After(until) {
			return
		}
	}
}

func (e *Engine) write(batch []Done) ([]string, error) {
	ctx, cancel := context.WithTimeout(e.writes, statementTime)
	defer cancel()
	return e.queue.Finish(ctx, batch, e.o.Limits)
}
