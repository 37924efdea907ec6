package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
)

const (
	// maxScan limits how many events are scanned for a page if filters exclude most of them.
	maxScan = 5000
	// maxPage is the maximum size of a page's events in bytes, except for a single larger event; the page ends early. A response has at
	// most 8 MiB; the rest is for the cursor.
	maxPage = 8<<20 - 32<<10
)

// candidates selects the events of a round after a position. The upper bound excludes rows that are being written. The subqueries
// parse the snapshots once instead of for each row, and hide the positions from the planner: in a large account it planned each page
// anew, which took a sixth of the time to read it. It fails with a division by zero if events have been dropped since the cursor was
// checked.
const candidates = `
	from outbox.events where account_id = $1 and sequence > (select $2::bigint) and sequence <= (select $3::bigint)
		and not pg_visible_in_snapshot(xid, (select $4::text::pg_snapshot))
		and pg_visible_in_snapshot(xid, (select $5::text::pg_snapshot))
		and 1 = 1 / (select (times = $6)::integer from outbox.dropped)`

// source holds two statements that read candidates.
type source struct {
	near string // one page of events, whose types are filtered in Go, which is faster
	far  string // the events that match among the next maxScan, and the last of these events, without its body if it does not match
}

// foreign is the condition that an event is of a type that this program does not know, and that the reader asks for it and may read it.
// Replicas of another version record such events, and so did modules that were taken out. Its parameters are the known types, the
// reader's abilities and what it asks for.
const foreign = `type not in (select unnest($%d::text[])) and ability is not null and array[ability, '*'] && $%d::text[]
	and array[type, split_part(type, '.', 1) || '.*', '*'] && $%d::text[]`

// sourceOf returns the statements for a table expression with n parameters. MOST in it stands for how many of its rows are scanned.
func sourceOf(n int, from string) source {
	const limit = `(select $7::bigint)`
	near := `select sequence, type, body` + from + ` order by sequence limit ` + limit
	far := fmt.Sprintf(`
		select sequence, case when matches then body end, n = MOST from (
			select sequence, body, type in (select unnest($%d::text[])) or `+foreign+` as matches, row_number() over (order by sequence) as n
			from (select sequence, type, body, ability%s order by sequence limit MOST) e) page
		where matches or n = MOST order by sequence limit `+limit, n+1, n+2, n+3, n+4, from)
	return source{strings.ReplaceAll(near, "MOST", limit), strings.ReplaceAll(far, "MOST", strconv.Itoa(maxScan))}
}

var (
	ofAccount = sourceOf(7, candidates)
	ofRecord  = sourceOf(8, candidates+` and record_id = $8`)
	ofActor   = sourceOf(9, ` from (
		(select *`+candidates+` and actor_id = $8 order by sequence limit MOST) union all
		(select *`+candidates+` and actor_id = $9 order by sequence limit MOST) union all
		(select *`+candidates+` and via_id = $8 and (actor_id in ($8, $9)) is not true order by sequence limit MOST) union all
		(select *`+candidates+` and via_id = $9 and (actor_id in ($8, $9)) is not true order by sequence limit MOST)) either`)
	ofRecordByActor = sourceOf(10, candidates+` and record_id = $8 and (actor_id in ($9, $10) or via_id in ($9, $10))`)
)

// read reads the next page of a round, if events have been dropped as many times. If filters exclude most events, it scans further.
func (f *Feed) read(ctx context.Context, c cursor, drops uint64, q events.FeedQuery) (events.FeedPage, error) {
	of, filters := ofAccount, []any(nil)
	actor, other := spellings(q.Actor)
	switch byRecord := q.Record != uuid.Nil; {
	case byRecord && q.Actor != "":
		of, filters = ofRecordByActor, []any{q.Record, actor, other}
	case byRecord:
		of, filters = ofRecord, []any{q.Record}
	case q.Actor != "":
		of, filters = ofActor, []any{actor, other}
	}
	c.round = true
	r := reading{limit: q.Limit, text: q.Into, position: int64(c.position), readable: make(map[string]bool, len(q.Readable)), known: f.known}
	r.into = []any{&r.sequence, &r.kind, &r.body}
	for _, t := range q.Readable {
		r.readable[t] = true
	}
	args := func() []any {
		missing := int64(q.Limit + 1 - len(r.events))
		return append([]any{q.Account, r.position, int64(c.target.top), c.seen.text(), c.target.text(), int64(drops), missing}, filters...)
	}
	mode := "auto" // plans once
	if q.Actor != "" {
		mode = "force_custom_plan" // which index is short depends on the actor
	}
	err := f.inOrder(ctx, mode, r.near, of.near, args()...)
	if err == nil && !r.full && (r.foreign || r.rows > q.Limit) {
		wanted := q.Types
		if len(wanted) == 0 {
			wanted = []string{"*"}
		}
		r.into = []any{&r.sequence, &r.body, &r.last}
		known := slices.Collect(maps.Keys(f.known))
		err = f.inOrder(ctx, mode, r.far, of.far, append(args(), q.Readable, known, q.Abilities, wanted)...)
	}
	if err != nil {
		return events.FeedPage{}, fmt.Errorf("read events: %w", err)
	}
	page := r.page()
	if q.Each {
		for _, e := range r.events {
			c.position = uint64(e.sequence)
			page.Each = append(page.Each, f.encode(c, q))
		}
	}
	if page.More {
		f.note(c.history.position)
		c.position = uint64(r.position)
		page.Next = f.encode(c, q)
		return page, nil
	}
	page.Next = f.done(c.history, c.target, q).Next
	if n := len(page.Each); n > 0 {
		page.Each[n-1] = page.Next
	}
	return page, nil
}

// inOrder is postgres.DB.Rows with a plan that reads events in the order of an index. Otherwise the database may sort all events that
// are left of an account for each page, with their bodies. mode is a plan_cache_mode.
func (f *Feed) inOrder(ctx context.Context, mode string, scan func(postgres.Scanner) error, query string, args ...any) error {
	return f.db.InTx(ctx, func(ctx context.Context) error {
		const set = `select set_config('enable_sort', 'off', true), set_config('plan_cache_mode', $1, true)`
		if err := f.db.Queue(ctx, nil, set, mode); err != nil {
			return err
		}
		return f.db.Rows(ctx, scan, query, args...)
	})
}

// spellings returns how events may spell an actor's id, other being nil if there is but one way. Ids of this service are in lower case,
// those of staff as they were given.
func spellings(actor string) (given string, other *string) {
	if id, ok := ids.Parse(actor); ok && id.String() != actor {
		return actor, new(id.String())
	}
	return actor, nil
}

// reading collects a page.
type reading struct {
	limit    int
	readable map[string]bool // the types that match and that the reader may read
	known    map[string]bool // the types that this program knows
	text     []byte          // of the events, separated by commas
	events   []placed
	position int64 // all events up to this sequence have been read
	rows     int   // of near
	foreign  bool  // the event after it is of a type that this program does not know
	full     bool  // there are more events after it

	// The current row.
	sequence   int64
	kind, body []byte
	last       bool
	into       []any // pointers to the columns of the statement
}

// placed locates an event in text.
type placed struct {
	begin, end int
	sequence   int64
}

// near reads a row of the statement near, up to an event that only far can filter.
func (r *reading) near(row postgres.Scanner) error {
	if r.full || r.foreign {
		return nil
	}
	if err := row.Scan(r.into...); err != nil {
		return err
	}
	readable := r.readable[string(r.kind)]
	if r.foreign = !readable && !r.known[string(r.kind)]; !r.foreign {
		r.rows++
		r.read(readable)
	}
	return nil
}

// far reads a row of the statement far.
func (r *reading) far(row postgres.Scanner) error {
	if r.full {
		return nil
	}
	if err := row.Scan(r.into...); err != nil {
		return err
	}
	r.read(r.body != nil)
	r.full = r.full || r.last
	return nil
}

// read adds the event to the page if it matches, unless the page is full.
func (r *reading) read(matches bool) {
	n := len(r.events)
	if matches && (n == r.limit || n > 0 && r.events[n-1].end-r.events[0].begin+len(",")+len(r.body) > maxPage) {
		r.full = true
		return
	}
	if matches {
		r.add()
	}
	r.position = r.sequence
}

func (r *reading) add() {
	if len(r.events) > 0 {
		r.text = append(r.text, ',')
	}
	begin := len(r.text)
	r.text = append(r.text, r.body...)
	r.events = append(r.events, placed{begin, len(r.text), r.sequence})
}

func (r *reading) page() events.FeedPage {
	page := events.FeedPage{Text: r.text, Events: make([]json.RawMessage, len(r.events)), More: r.full}
	for i, e := range r.events {
		page.Events[i] = r.text[e.begin:e.end:e.end]
	}
	return page
}
