package engine

import (
	"context"
	"sync"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/sender"
	"github.com/petcare/petcare/platform/kernel/panics"
)

const (
	leaseMargin   = 30 * time.Second // between the end of the longest attempt and the next possible claim
	statementTime = 10 * time.Second
	buffered      = 1024 // results that may wait for finish before attempts block
)

// Sender makes one attempt.
type Sender interface {
	Send(ctx context.Context, r sender.Request) sender.Result
}

// Options configure an Engine.
type Options struct {
	Limits
	Backoff     Backoff
	Timeout     time.Duration // of an attempt
	Concurrency int
	PerEndpoint int
	Poll        time.Duration
	WakeUp      webhooks.WakeUp
	Open        func(d Due) (secret, previous string, err error) // unseals the secrets
	Observer    webhooks.Observer
}

// Engine delivers what is due. Several processes may do so concurrently. It can be started and stopped once.
type Engine struct {
	queue     Queue
	sender    Sender
	o         Options
	endpoints *endpoints

	quit     chan struct{}   // closed: stop claiming
	freed    webhooks.WakeUp // there are free slots for deliveries that may wait
	looped   chan struct{}   // closed: loop has ended
	sending  sync.WaitGroup
	sends    context.Context // ends requests in progress
	cut      context.CancelFunc
	results  chan Done
	finished chan struct{}
	writes   context.Context // ends attempts to write results
	giveUp   context.CancelFunc

	mu          sync.Mutex
	unattempted []Due // claimed, but cut off
}

// New returns an Engine.
func New(q Queue, s Sender, o Options) *Engine {
	e := &Engine{
		queue: q, sender: s, o: o, endpoints: newEndpoints(o.Concurrency),
		quit: make(chan struct{}), freed: webhooks.NewWakeUp(), looped: make(chan struct{}),
		results: make(chan Done, buffered), finished: make(chan struct{}),
	}
	e.sends, e.cut = context.WithCancel(context.Background())
	e.writes, e.giveUp = context.WithCancel(context.Background())
	return e
}

// Start starts delivering.
func (e *Engine) Start() {
	go e.loop()
	go e.finish()
}

// guard reports a panic in fn as a fault, so that the engine goes on. The lease of a delivery that is lost expires.
func (e *Engine) guard(doing string, fn func()) {
	err := panics.Caught(func() error {
		fn()
		return nil
	})
	if err != nil {
		e.o.Observer.Fault(doing, err)
	}
}

// InFlight returns the number of running attempts.
func (e *Engine) InFlight() int { return e.endpoints.inFlight() }
