package webhooks

import (
	"context"
	"time"
)

// Observer hears how deliveries go, for metrics and the log. Its methods must not block.
type Observer interface {
	// Attempted hears of every attempt: delivered, permanent or retryable, and how long it took.
	Attempted(outcome string, took time.Duration)
	// Completed hears of every delivery that ended: delivered, or its failure.
	Completed(outcome string)
	// Fault hears of errors that delay deliveries but lose none, such as a database that does not answer.
	Fault(doing string, err error)
}

// Backlog is what waits although it is due, and for how long the oldest has: the one number to alert on.
type Backlog struct {
	Due    int64
	Oldest time.Duration
}

// Gauges show the state of the delivery at the moment it is asked for.
type Gauges interface {
	InFlight() int
	Backlog(ctx context.Context) (Backlog, error)
}

type nobody struct{}

func (nobody) Attempted(string, time.Duration) {}
func (nobody) Completed(string)                {}
func (nobody) Fault(string, error)             {}
