package store

import (
	"bytes"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/engine"
)

// health summarizes a batch for each webhook: the last success and failure, and the number of failures after the last success.
type health struct {
	webhooks         []uuid.UUID
	success, failure []*time.Time
	failures         []int
}

// healthOf sorts by webhook to summarize one after the other.
func healthOf(done []engine.Done) health {
	sorted := slices.Clone(done)
	slices.SortStableFunc(sorted, func(a, b engine.Done) int { return bytes.Compare(a.Webhook[:], b.Webhook[:]) })
	var h health
	last := -1
	for _, d := range sorted {
		if last < 0 || h.webhooks[last] != d.Webhook {
			h.webhooks, h.failures = append(h.webhooks, d.Webhook), append(h.failures, 0)
			h.success, h.failure = append(h.success, nil), append(h.failure, nil)
			last++
		}
		at := d.StartedAt.Add(d.Duration)
		if d.Outcome == webhooks.OutcomeDelivered {
			h.success[last], h.failures[last] = &at, 0
			continue
		}
		h.failure[last] = &at
		h.failures[last]++
	}
	return h
}
