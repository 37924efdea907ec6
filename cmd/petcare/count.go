package main

import (
	"context"

	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/telemetry"
	"github.com/petcare/petcare/platform/tx"
)

// countEvents follows the outbox for the metrics: what is rolled back does not count.
type countEvents struct{ metrics *telemetry.Metrics }

func newCountEvents(m *telemetry.Metrics) outbox.Follower { return countEvents{m} }

// Follow implements outbox.Follower.
func (c countEvents) Follow(ctx context.Context, list []outbox.Event) error {
	tx.AfterCommit(ctx, func() {
		for _, e := range list {
			c.metrics.Event(e.Type)
		}
	})
	return nil
}
