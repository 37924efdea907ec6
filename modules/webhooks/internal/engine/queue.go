// Package engine delivers: it claims what is due, sends it, and settles what came of it.
package engine

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// Queue is where deliveries wait. Time is the database's, so that it makes no difference how the clocks of the
// processes that share a queue are set.
type Queue interface {
	// Claim takes what is due, oldest first for each webhook, until its attempts must be over: whatever happens to
	// this process, it is due again then. The attempt is counted by the claim, so that a crash cannot make it free. What
	// must not be attempted any more is ended instead and has Ended set.
	Claim(ctx context.Context, c Claim) ([]Due, error)
	// Finish writes attempts down and moves their deliveries on; where another attempt was claimed meanwhile, it
	// leaves the delivery alone. It answers the outcome of each delivery that ended.
	Finish(ctx context.Context, done []Done, l Limits) ([]string, error)
	// Release makes what was claimed due at once, and its attempt uncounted, unless it was claimed again meanwhile.
	Release(ctx context.Context, list []Due) error
}

// Limits say when a delivery has had its chance.
type Limits struct {
	MaxAttempts int
	Window      time.Duration
}

// Claim says how much to take.
type Claim struct {
	Limits
	Lease       time.Duration
	PerEndpoint int
	Free        int         // attempts that this process can still begin
	Webhooks    []uuid.UUID // that have attempts running here
	Running     []int       // how many, per webhook
}

// Due is a claimed delivery.
type Due struct {
	Account, ID, Webhook uuid.UUID
	EventID              uuid.UUID
	EventType            string
	Body                 []byte
	URL                  string
	Secret, Previous     []byte // sealed; Previous is empty outside of a rotation
	Number               int    // of this attempt
	Slots                int    // how many of its webhook were asked for: when as many came, more may wait
	Ended                string // the failure with which it was ended instead of being claimed
	claimed              time.Time
}

// Done is an attempt that is over.
type Done struct {
	Account, ID, Webhook uuid.UUID
	Number               int
	StartedAt            time.Time
	Duration             time.Duration
	Status               int
	Body, Error          string
	Outcome              string        // of the attempt: delivered, permanent, retryable
	Delay                time.Duration // until the next attempt, should there be one
}
