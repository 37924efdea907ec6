package petcarecmd

import (
	"context"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/telemetry"
)

// countEvents counts the events of committed transactions for the metrics.
type countEvents struct{ metrics *telemetry.Metrics }

func newCountEvents(m *telemetry.Metrics) outbox.Subscriber { return countEvents{m} }

// Enqueue implements outbox.Subscriber.
func (c countEvents) Enqueue(ctx context.Context, list []events.Recorded) error {
	tx.AfterCommit(ctx, func() {
		for _, e := range list {
			c.metrics.Event(e.Type)
		}
	})
	return nil
}
