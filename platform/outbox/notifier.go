package outbox

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/postgres"
)

const (
	pollEvery   = 50 * time.Millisecond
	pollTimeout = 5 * time.Second // for one query

	// After this many readers are woken, others get the processor for a moment.
	wokenAtOnce = 100
	pause       = 2 * time.Millisecond
)

// notifier wakes waiting readers after commits of any process. It polls the database, once for all readers, and only while there are some.
type notifier struct {
	db     *postgres.DB
	mu     sync.Mutex
	of     map[uuid.UUID]map[chan struct{}]bool
	active bool

	panicked atomic.Pointer[error] // the last panic, for Feed.Run to report
}

// Watch implements events.Feed.
func (f *Feed) Watch(account uuid.UUID) (news <-chan struct{}, stop func()) {
	n := &f.notifier
	signals := make(chan struct{}, 1)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.of[account] == nil {
		n.of[account] = map[chan struct{}]bool{}
	}
	n.of[account][signals] = true
	if !n.active {
		n.active = true
		go n.run()
	}
	return signals, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if delete(n.of[account], signals); len(n.of[account]) == 0 {
			delete(n.of, account)
		}
	}
}

// run polls as long as readers are waiting. The first poll wakes all, because they may have read before it.
func (n *notifier) run() {
	var last snapshot
	for n.isNeeded() {
		time.Sleep(pollEvery)
		err := panics.Caught(func() error {
			last = n.poll(context.Background(), last)
			return nil
		})
		if err != nil {
			n.panicked.Store(&err)
		}
	}
}

func (n *notifier) isNeeded() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.active = len(n.of) > 0
	return n.active
}

// readAwake finds accounts with events of transactions that have ended. One that was running for hours is looked up by its id, because
// all events since then may be a million. "is true" prevents the planner from turning the list into one index scan per member.
const readAwake = `
select a.id from unnest(cast(@accounts as uuid[])) as a (id) where exists (select from outbox.events
	where account_id = a.id and xid >= cast(cast(@after as text) as xid8) and (xid = any(cast(cast(@newer as text) as xid8[]))) is true)
or exists (select from unnest(cast(cast(@ran as text) as xid8[])) as ran (xid) cross join lateral (
	select from outbox.events where account_id = a.id and xid = ran.xid limit 1) e)`

// poll wakes the readers of accounts that have events of transactions that ended since last. It returns the snapshot from which the
// next poll continues: last, if the database did not answer.
func (n *notifier) poll(ctx context.Context, last snapshot) snapshot {
	ctx, cancel := context.WithTimeout(ctx, pollTimeout)
	defer cancel()
	var text string
	if err := n.db.In(ctx).Raw("select cast(pg_current_snapshot() as text)").Scan(&text).Error; err != nil {
		return last
	}
	now, err := parseSnapshot(text)
	if err != nil {
		return last
	}
	n.mu.Lock()
	accounts := slices.Collect(maps.Keys(n.of)) // after the snapshot: who comes later sees all that it contains
	n.mu.Unlock()
	ran, newer, all := now.endedSince(last)
	awake := accounts
	if all && len(ran)+len(newer) > 0 {
		awake = nil
		err = n.db.In(ctx).Raw(readAwake, map[string]any{
			"accounts": &accounts, "after": fmt.Sprint(last.xmax), "newer": "{" + join(newer) + "}", "ran": "{" + join(ran) + "}",
		}).Scan(&awake).Error
	} else if all {
		return now
	}
	if err != nil {
		return last
	}
	n.wake(awake)
	return now
}

func (n *notifier) wake(accounts []uuid.UUID) {
	woken := 0
	for _, account := range accounts {
		n.mu.Lock()
		for signals := range n.of[account] {
			woken++
			select {
			case signals <- struct{}{}:
			default: // a signal is already pending
			}
		}
		n.mu.Unlock()
		if woken >= wokenAtOnce {
			time.Sleep(pause)
			woken = 0
		}
	}
}
