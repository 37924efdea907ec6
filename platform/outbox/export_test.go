package outbox

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
)

// By returns the Retention with another clock than that of the database.
func (r *Retention) By(c clock.Clock) *Retention {
	r.now = func(context.Context) (time.Time, error) { return c.Now().UTC(), nil }
	return r
}

// Poll returns the accounts whose readers wake because of transactions that have ended since a snapshot.
func (f *Feed) Poll(ctx context.Context, since string, accounts ...uuid.UUID) (woken []uuid.UUID, err error) {
	last, err := parseSnapshot(since)
	if err != nil {
		return nil, err
	}
	n := notifier{db: f.db, of: map[uuid.UUID]map[chan struct{}]bool{}}
	for _, account := range accounts {
		n.of[account] = map[chan struct{}]bool{make(chan struct{}, 1): true}
	}
	n.poll(ctx, last)
	for _, account := range accounts {
		for signals := range n.of[account] {
			if len(signals) > 0 {
				woken = append(woken, account)
			}
		}
	}
	return woken, nil
}
