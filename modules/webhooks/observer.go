package webhooks

import (
	"context"
	"time"
)

// Observer is notified of the progress of deliveries, for metrics and the log. Its methods must not block.
type Observer interface {
	// Attempted is called after each attempt; outcome is its Outcome.
	Attempted(outcome string, took time.Duration)
	// Completed is called when a delivery ends; outcome is delivered or the Failure.
	Completed(outcome string)
	// Fault is called on errors that delay deliveries but lose none, such as an unreachable database.
	Fault(doing string, err error)
}

// Backlog describes the deliveries that are due and not being attempted, in all replicas together.
type Backlog struct {
	Due    int64
	Oldest time.Duration // how long the oldest has been due: the number to alert on; 0 if there is none
}

// Gauges report the current state of the delivery worker.
type Gauges interface {
	// InFlight returns the number of attempts running in this process.
	InFlight() int
	// Backlog queries the database.
	Backlog(ctx context.Context) (Backlog, error)
}
