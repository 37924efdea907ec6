package outbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/postgres"
)

// Feed reads events in order and without gaps. Sequence numbers alone cannot tell which events are new, because a transaction that
// took its number early may commit late. A cursor therefore holds a snapshot of the transactions that had ended when its events
// were read; events of transactions that ended later are new.
type Feed struct {
	db       *postgres.DB
	known    map[string]bool // the types of this program
	signer   Signer
	notifier notifier
	issued   atomic.Uint64 // the highest log position of an issued cursor
}

// NewFeed returns a Feed that signs its cursors with signer. types are those of this program.
func NewFeed(db *postgres.DB, types events.Catalog, signer Signer) *Feed {
	f := &Feed{db: db, known: make(map[string]bool, len(types)), signer: signer,
		notifier: notifier{db: db, of: map[uuid.UUID]map[chan struct{}]bool{}}}
	for _, t := range types {
		f.known[t.Name] = true
	}
	return f
}

// state is what a page needs to know about the database and the account.
type state struct {
	now             snapshot
	first           uint64 // the lowest sequence of an event that is new since the cursor, 0 without one
	history         history
	proven          bool // the cursor's timeline is part of this database's history
	provenPosition  uint64
	droppedXID      uint64
	droppedSequence uint64
}

// readState takes the highest transaction and sequence from visible events, because these commits are on disk. "order by e.xid" needs
// the qualifier: without it, PostgreSQL would sort by the output column, which no index supports.
//
// For a cursor between two rounds, it also finds the first event that is new since its snapshot. A transaction takes its id before its
// sequence numbers, so one that began after the snapshot has higher numbers than all that were visible. One that was running may have lower
// ones. Its id is either in the snapshot's list (running) or at least xmax (later), which is only the highest id that had ended, plus one.
// In the second case it is among the next ids, of which there are at most as many as sessions.
const readState = `
select pg_current_snapshot()::text,
	coalesce((select e.xid::text::bigint from outbox.events e where e.account_id = @account order by e.xid desc limit 1), 0),
	coalesce((select sequence from outbox.events where account_id = @account order by sequence desc limit 1), 0),
	coalesce(case when cast(@later as text) is not null then (
		with recursive later (xid, sequence, n) as (
			(select xid, sequence, 1 from outbox.events
				where account_id = @account and xid >= cast(cast(@later as text) as xid8) order by xid, sequence limit 1)
			union all
			select e.xid, e.sequence, l.n + 1 from later l cross join lateral (
				select xid, sequence from outbox.events where account_id = @account and xid > l.xid order by xid, sequence limit 1) e
			where l.n < current_setting('max_connections')::integer + current_setting('max_prepared_transactions')::integer
		)
		select min(sequence) from (
			select sequence from later
			union all
			select e.sequence from unnest(cast(cast(@running as text) as xid8[])) as running (xid) cross join lateral (
				select sequence from outbox.events where account_id = @account and xid = running.xid order by sequence limit 1) e) candidate
	) end, 0),` + historyColumns

// readHistory is sufficient for further pages of a round, which use the snapshot of its first page.
const readHistory = `select '1:1:', 0::bigint, 0::bigint, 0::bigint,` + historyColumns

const historyColumns = `
	(select system_identifier from pg_control_system()),
	(select oid::bigint from pg_database where datname = current_database()) + ((select incarnation::bigint from outbox.origin) << 32),
	('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint,
	(pg_current_wal_flush_lsn() - '0/0')::bigint,
	d.times, d.xid::text::bigint, d.sequence, d.durable::text::bigint,
	t.timeline is not null, coalesce((t.position - '0/0')::bigint, 0)
from outbox.dropped d left join outbox.timelines t on t.timeline = @timeline`

// state reads what a page needs to know. Further pages of a round use the snapshot of its first page.
func (f *Feed) state(ctx context.Context, account uuid.UUID, c cursor) (s state, err error) {
	query, args := readState, map[string]any{"timeline": int32(c.history.timeline), "account": account, "running": nil, "later": nil}
	switch {
	case c.round:
		query = readHistory
	case c.seen.top > 0:
		args["running"], args["later"] = "{"+join(c.seen.running)+"}", strconv.FormatUint(c.seen.clip(), 10)
	}
	var now string
	var durable, swept uint64
	err = f.db.In(ctx).Raw(query, args).Row().Scan(&now, &durable, &s.now.top, &s.first, &s.history.system, &s.history.database,
		&s.history.timeline, &s.history.position, &s.history.drops, &s.droppedXID, &s.droppedSequence, &swept, &s.proven, &s.provenPosition)
	if err != nil {
		return s, fmt.Errorf("read the state of the feed: %w", err)
	}
	top := s.now.top
	if s.now, err = parseSnapshot(now); err != nil {
		return s, err
	}
	s.now.top, s.now.durable = top, max(durable, s.droppedXID, swept)
	return s, nil
}

// Page implements events.Feed.
func (f *Feed) Page(ctx context.Context, q events.FeedQuery) (events.FeedPage, error) {
	for {
		page, err := f.page(ctx, q)
		if !errors.Is(err, errDropped) { // else the cursor may have expired
			return page, err
		}
	}
}

func (f *Feed) page(ctx context.Context, q events.FeedQuery) (events.FeedPage, error) {
	var c cursor
	var err error
	begin := q.After == events.Now || q.After == events.Oldest
	if !begin {
		if c, err = f.decode(q); err != nil {
			return events.FeedPage{}, cmp.Or(f.foreign(ctx, q.Account), err)
		}
	}
	at, err := f.state(ctx, q.Account, c)
	if err != nil {
		return events.FeedPage{}, err
	}
	switch {
	case q.After == events.Now:
		return f.done(at.history, at.now, q), nil
	case begin:
		c.seen = emptySnapshot
	default:
		if err := c.check(at); err != nil {
			if c.history.isAheadOf(at.history) {
				err = cmp.Or(f.expireCursors(ctx, at.history), err)
			}
			return events.FeedPage{}, err
		}
	}
	if !c.round {
		c.target = at.now
		c.target.durable = max(c.target.durable, min(c.seen.durable, c.seen.xmax-1)) // events that were seen stay seen
		c.history = at.history
		if c.seen.top > 0 {
			if at.first == 0 {
				return f.done(c.history, c.target, q), nil
			}
			c.position = min(c.seen.top, at.first-1)
		}
	}
	return f.read(ctx, c, at.history.drops, q)
}

func (f *Feed) done(h history, seen snapshot, q events.FeedQuery) events.FeedPage {
	f.note(h.position)
	return events.FeedPage{Events: []json.RawMessage{}, Next: f.encode(cursor{history: h, seen: seen}, q)}
}
