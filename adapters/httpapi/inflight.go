package httpapi

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/petcare/petcare/platform/kernel/clock"
)

// inFlight counts the running requests. After close, requests that entered before are completed, and all others except health checks
// are rejected.
type inFlight struct {
	running atomic.Int64
	closed  atomic.Bool
	stopped signal      // when the server begins to stop, which ends long polls and streams
	ended   signal      // by close, which ends those that began after that
	leaving atomic.Bool // responses close their connections, so that no request arrives on a connection that is closed as idle
}

// signal is a context that ends when something happens.
type signal struct {
	context.Context
	send context.CancelFunc
}

func newSignal() signal {
	ctx, cancel := context.WithCancel(context.Background())
	return signal{ctx, cancel}
}

// stop returns what ends a wait that begins now. A stopping server that answered each long poll at once would be asked again
// at once, as long as it accepts requests.
func (g *inFlight) stop() signal {
	if g.leaving.Load() {
		return g.ended
	}
	return g.stopped
}

// enter counts a request and reports whether it may run. Call leave in either case.
func (g *inFlight) enter() bool {
	g.running.Add(1)
	return !g.closed.Load()
}

func (g *inFlight) leave() { g.running.Add(-1) }

// close makes enter reject new requests and waits until the running ones have ended, or ctx.
func (g *inFlight) close(ctx context.Context) {
	g.closed.Store(true)
	g.ended.send()
	for g.running.Load() > 0 && clock.Sleep(ctx, 10*time.Millisecond) {
	}
}
