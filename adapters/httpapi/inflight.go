package httpapi

import (
	"context"
	"sync/atomic"
	"time"
)

// inFlight counts the requests that run. Once it is closed, the server goes on to answer (health, and others that it is
// stopping) until those that were let in before have their answers.
type inFlight struct {
	running atomic.Int64
	closed  atomic.Bool
	stopped chan struct{} // closed when the server begins to stop: who waits goes
	leaving atomic.Bool   // connections are given up with their next answer, so that no request is under way on one that is closed as idle
}

// enter lets a request in, or reports that it came too late; leave has to follow either way.
func (g *inFlight) enter() bool {
	g.running.Add(1)
	return !g.closed.Load()
}

func (g *inFlight) leave() { g.running.Add(-1) }

// close lets nobody in any more and waits for those inside, or for ctx.
func (g *inFlight) close(ctx context.Context) {
	g.closed.Store(true)
	for g.running.Load() > 0 && pause(ctx, 10*time.Millisecond) {
	}
}

// pause waits and reports whether ctx has not ended meanwhile.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
