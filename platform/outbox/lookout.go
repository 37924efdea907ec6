package outbox

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/tx"
)

const (
	lookEvery = 100 * time.Millisecond
	lookTime  = 5 * time.Second // of one look
)

// lookout wakes the readers that wait in this process after commits. It hears of this process's own commits at once. For those of
// other processes it polls a few times a second, once for all readers, and only while there are any.
type lookout struct {
	db     *postgres.DB
	count  atomic.Int64 // of readers
	mu     sync.Mutex
	of     map[uuid.UUID][]chan struct{}
	active bool
}

func newLookout(db *postgres.DB) *lookout {
	return &lookout{db: db, of: map[uuid.UUID][]chan struct{}{}}
}

// Watch implements events.Feed.
func (f *Feed) Watch(ctx context.Context, account uuid.UUID) (<-chan struct{}, func(), error) {
	l := f.lookout
	news := make(chan struct{}, 1)
	l.mu.Lock()
	l.of[account] = append(l.of[account], news)
	l.count.Add(1)
	begin := !l.active
	l.active = true
	l.mu.Unlock()
	stop := sync.OnceFunc(func() { l.leave(account, news) })
	if begin {
		last, err := l.snapshot(ctx)
		if err != nil {
			l.mu.Lock()
			l.active = false
			l.mu.Unlock()
			l.wakeAll() // those who came meanwhile rely on this look-out: they ask again
			stop()
			return nil, nil, err
		}
		l.wakeAll() // they may have read before the first look
		go l.run(last)
	}
	return news, stop, nil
}

func (l *lookout) leave(account uuid.UUID, news chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count.Add(-1)
	rest := slices.DeleteFunc(l.of[account], func(c chan struct{}) bool { return c == news })
	if len(rest) == 0 {
		delete(l.of, account)
		return
	}
	l.of[account] = rest
}

// run polls until no reader waits.
func (l *lookout) run(last snapshot) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for range tick.C {
		accounts := l.accounts()
		if accounts == nil {
			return
		}
		last = l.look(last, accounts)
	}
}

// accounts are the accounts with waiting readers; nil ends the polling.
func (l *lookout) accounts() []uuid.UUID {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []uuid.UUID
	for account := range l.of {
		list = append(list, account)
	}
	l.active = list != nil
	return list
}

// look wakes the readers of accounts with events of transactions that ended since last. If the database does not answer, the next
// look covers this period as well.
func (l *lookout) look(last snapshot, accounts []uuid.UUID) snapshot {
	ctx, cancel := context.WithTimeout(context.Background(), lookTime)
	defer cancel()
	now, err := l.snapshot(ctx)
	if err != nil {
		return last
	}
	ended, all := now.endedSince(last)
	switch {
	case !all:
		l.wakeAll()
		return now
	case len(ended) == 0:
		return now
	}
	// "is true" keeps the list from becoming one index look-up for each of its members.
	var found []uuid.UUID
	err = l.db.Rows(ctx, func(row postgres.Scanner) error {
		var account uuid.UUID
		err := row.Scan(&account)
		found = append(found, account)
		return err
	}, `select a.id from unnest($1::uuid[]) as a (id) where exists (select from outbox.events
		where account_id = a.id and xid >= $2::text::xid8 and (xid = any(($3::text)::xid8[])) is true)`,
		accounts, fmt.Sprint(slices.Min(ended)), "{"+join(ended)+"}")
	if err != nil {
		return last
	}
	l.wake(found...)
	return now
}

func (l *lookout) snapshot(ctx context.Context) (snapshot, error) {
	var text string
	if err := l.db.Row(ctx, `select pg_current_snapshot()::text`).Scan(&text); err != nil {
		return snapshot{}, fmt.Errorf("look for events: %w", err)
	}
	return parseSnapshot(text)
}

func (l *lookout) wake(accounts ...uuid.UUID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, account := range accounts {
		ring(l.of[account])
	}
}

func (l *lookout) wakeAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, list := range l.of {
		ring(list)
	}
}

func ring(list []chan struct{}) {
	for _, news := range list {
		select {
		case news <- struct{}{}:
		default: // the last signal is still pending
		}
	}
}

// wakeAfter wakes the readers of accounts here once the transaction of ctx has committed.
func (f *Feed) wakeAfter(ctx context.Context, accounts []uuid.UUID) {
	if f == nil || f.lookout.count.Load() == 0 {
		return
	}
	tx.AfterCommit(ctx, func() { f.lookout.wake(accounts...) })
}
