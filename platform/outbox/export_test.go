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
	n := newNotifier(f.db)
	for _, account := range accounts {
		n.of[account] = []chan struct{}{make(chan struct{}, 1)}
	}
	n.poll(ctx, last, accounts)
	for _, account := range accounts {
		if len(n.of[account][0]) > 0 {
			woken = append(woken, account)
		}
	}
	return woken, nil
}
