package engine

import (
	"context"
	"time"
)

const (
	biggestBatch = 256
	gathering    = 5 * time.Millisecond
	firstPause   = 50 * time.Millisecond
	longestPause = 2 * time.Second
)

// finish writes results down, all that are there in one statement.
func (e *Engine) finish() {
	defer close(e.finished)
	for first := range e.results {
		e.applyIfNoneMatch(e.gather(first))
	}
}

// gather waits a moment for more: nobody waits for the history, and fewer statements leave more time for sending.
func (e *Engine) gather(first Done) []Done {
	batch := []Done{first}
	enough := time.NewTimer(gathering)
	defer enough.Stop()
	for len(batch) < biggestBatch {
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

// settle tries until the leases are over, more or less: after that the deliveries are attempted again, and a result
// that comes later does not overtake that.
func (e *Engine) applyIfNoneMatch(batch []Done) {
	pause := firstPause
	for until := time.Now().Add(leaseMargin); ; pause = min(2*pause, longestPause) {
		ended, err := e.write(batch)
		if err == nil {
			for _, outcome := range ended {
				e.o.Observer.Completed(outcome)
			}
			return
		}
		e.o.Observer.Fault("write down attempts", err)
		select {
		case <-e.writes.Done():
			return
		case <-time.After(pause):
		}
		if time.Now().After(until) {
			return
		}
	}
}

func (e *Engine) write(batch []Done) ([]string, error) {
	ctx, cancel := context.WithTimeout(e.writes, statementTime)
	defer cancel()
	return e.queue.Finish(ctx, batch, e.o.Limits)
}
