// Package engine claims due deliveries, sends them, and stores the results.
package engine

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
)

// Queue stores deliveries. It uses the time of the database, so that the clocks of the processes need not agree.
type Queue interface {
	// Claim leases due deliveries, oldest first for each webhook. If this process does not finish them before the lease ends, they
	// are due again. Claim counts the attempt, so that crashes cannot cause unlimited attempts. If the last allowed one is lost in a
	// crash, another is made. Deliveries that must not be attempted any more are ended and have Ended set.
	Claim(ctx context.Context, c Claim) ([]Due, error)
	// Finish stores attempts and updates their deliveries, except those that were claimed again in the meantime. It returns the
	// outcome of each delivery that ended.
	Finish(ctx context.Context, done []Done, l Limits) ([]string, error)
	// Release makes claimed deliveries due at once and does not count their attempts, except those that were claimed again in the
	// meantime.
	Release(ctx context.Context, list []Due) error
}

// Limits end the retries of a delivery.
type Limits struct {
	MaxAttempts int
	Window      time.Duration
}

// Claim describes what to claim.
type Claim struct {
	Limits
	Lease       time.Duration
	PerEndpoint int
	Free        int         // attempts that this process can start
	Webhooks    []uuid.UUID // with attempts running here
	Running     []int       // how many, for each of Webhooks
}

// Due is a claimed delivery.
type Due struct {
	Account, ID, Webhook uuid.UUID
	EventID              uuid.UUID
	EventType            string
	Body                 []byte
	URL                  string
	Secret, Previous     []byte           // sealed; Previous is empty unless the secret was rotated recently
	Number               int              // of this attempt, from 1
	Slots                int              // how many deliveries of its webhook were requested; if as many were returned, there may be more
	Ended                webhooks.Failure // why it was ended instead of being claimed, or ""
}

// Done is the result of an attempt.
type Done struct {
	Account, ID, Webhook uuid.UUID
	Number               int
	StartedAt            time.Time
	Duration             time.Duration
	Status               int
	Body, Error          string
	Outcome              webhooks.Outcome
	Delay                time.Duration // until the next attempt, if there is one
}
