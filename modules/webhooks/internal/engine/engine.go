package engine

import (
	"context"
	"sync"
	"time"

	"github.com/petcare/petcare/modules/webhooks/internal/sender"
)

const (
	leaseMargin   = 30 * time.Second // from the end of the longest attempt until somebody else may claim it
	statementTime = 10 * time.Second
	buffered      = 1024 // results that may wait for the finisher before senders have to
)

// Sender makes one attempt.
type Sender interface {
	Send(ctx context.Context, r sender.Request) sender.Result
}

// Observer is told how it goes.
type Observer interface {
	Attempted(outcome string, took time.Duration)
	Completed(outcome string)
	Fault(doing string, err error)
}

// Options set up an Engine.
type Options struct {
	Limits
	Backoff     Backoff
	Timeout     time.Duration // of an attempt
	Concurrency int
	PerEndpoint int
	Poll        time.Duration
	WakeUp      chan struct{}
	Open        func(d Due) (secret, previous string, err error) // unseals
	Observer    Observer
}

// Engine delivers what is due, in any number of processes beside each other. It is started and stopped once.
type Engine struct {
	queue     Queue
	sender    Sender
	o         Options
	endpoints *endpoints

	quit     chan struct{} // closed: claim no more
	later    chan struct{} // slots became free, but there is no hurry
	looped   chan struct{} // closed: nothing is claimed any more
	sending  sync.WaitGroup
	sends    context.Context // ends what is being sent
	cut      context.CancelFunc
	results  chan Done
	finished chan struct{}
	writes   context.Context // ends the attempts to write results
	giveUp   context.CancelFunc

	mu     sync.Mutex
	undone []Due // claimed, but not attempted to the end
}

// New makes an Engine.
func New(q Queue, s Sender, o Options) *Engine {
	e := &Engine{
		queue: q, sender: s, o: o, endpoints: newEndpoints(o.Concurrency, o.PerEndpoint),
		quit: make(chan struct{}), later: make(chan struct{}, 1), looped: make(chan struct{}), results: make(chan Done,
			buffered), finished: make(chan struct{}),
	}
	e.sends, e.cut = context.WithCancel(context.Background())
	e.writes, e.giveUp = context.WithCancel(context.Background())
	return e
}

// Start begins to deliver.
func (e *Engine) Start() {
	go e.loop()
	go e.finish()
}

// InFlight is how many attempts run.
func (e *Engine) InFlight() int { return e.endpoints.running() }
