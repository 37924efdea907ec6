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
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/postgres"
)

const (
	pollEvery   = 100 * time.Millisecond
	pollTimeout = 5 * time.Second // for one query
)

// notifier wakes waiting readers after commits. It is told of the commits of this process. For those of other processes it polls the
// database, once for all readers, and only while there are readers.
type notifier struct {
	db     *postgres.DB
	count  atomic.Int64 // of readers
	mu     sync.Mutex
	of     map[uuid.UUID][]chan struct{}
	active bool

	panicked atomic.Pointer[error] // the last panic, for Feed.Run to report
}

func newNotifier(db *postgres.DB) *notifier {
	return &notifier{db: db, of: map[uuid.UUID][]chan struct{}{}}
}

// Watch implements events.Feed.
func (f *Feed) Watch(account uuid.UUID) (news <-chan struct{}, stop func()) {
	n := f.notifier
	signals := make(chan struct{}, 1)
	n.mu.Lock()
	n.of[account] = append(n.of[account], signals)
	n.count.Add(1)
	if !n.active {
		n.active = true
		go n.run()
	}
	n.mu.Unlock()
	return signals, sync.OnceFunc(func() { n.leave(account, signals) })
}

func (n *notifier) leave(account uuid.UUID, signals chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.count.Add(-1)
	rest := slices.DeleteFunc(n.of[account], func(c chan struct{}) bool { return c == signals })
	if len(rest) == 0 {
		delete(n.of, account)
		return
	}
	n.of[account] = rest
}

// run polls as long as readers are waiting. The first poll wakes all, because they may have read before it.
func (n *notifier) run() {
	var last snapshot
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for range tick.C {
		accounts := n.accounts()
		if accounts == nil {
			return
		}
		err := panics.Caught(func() error {
			last = n.poll(context.Background(), last, accounts)
			return nil
		})
		if err != nil {
			n.panicked.Store(&err)
		}
	}
}

// accounts returns the accounts with waiting readers, or nil, which ends the polling.
func (n *notifier) accounts() []uuid.UUID {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := slices.Collect(maps.Keys(n.of))
	n.active = list != nil
	return list
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
func (n *notifier) poll(ctx context.Context, last snapshot, accounts []uuid.UUID) snapshot {
	ctx, cancel := context.WithTimeout(ctx, pollTimeout)
	defer cancel()
	now, err := n.snapshot(ctx)
	if err != nil {
		return last
	}
	ran, newer, all := now.endedSince(last)
	switch {
	case !all:
		n.wakeAll()
		return now
	case len(ran)+len(newer) == 0:
		return now
	}
	var found []uuid.UUID
	err = n.db.In(ctx).Raw(readAwake, map[string]any{
		"accounts": &accounts, "after": fmt.Sprint(last.xmax), "newer": "{" + join(newer) + "}", "ran": "{" + join(ran) + "}",
	}).Scan(&found).Error
	if err != nil {
		return last
	}
	n.wake(found...)
	return now
}

func (n *notifier) snapshot(ctx context.Context) (snapshot, error) {
	var text string
	if err := n.db.In(ctx).Raw("select cast(pg_current_snapshot() as text)").Scan(&text).Error; err != nil {
		return snapshot{}, err
	}
	return parseSnapshot(text)
}

func (n *notifier) wake(accounts ...uuid.UUID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, account := range accounts {
		signal(n.of[account])
	}
}

func (n *notifier) wakeAll() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, list := range n.of {
		signal(list)
	}
}

func signal(list []chan struct{}) {
	for _, signals := range list {
		select {
		case signals <- struct{}{}:
		default: // a signal is already pending
		}
	}
}

// wakeAfter wakes the readers of accounts in this process after the transaction of ctx has committed.
func (f *Feed) wakeAfter(ctx context.Context, accounts []uuid.UUID) {
	if f == nil || f.notifier.count.Load() == 0 {
		return
	}
	tx.AfterCommit(ctx, func() { f.notifier.wake(accounts...) })
}
