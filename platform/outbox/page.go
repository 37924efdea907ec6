package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
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
// parse the snapshots once instead of for each row. It fails with a division by zero if events have been dropped since the cursor was
// checked.
const candidates = `
	from outbox.events where account_id = $1 and sequence > $2 and sequence <= $3
		and not pg_visible_in_snapshot(xid, (select $4::text::pg_snapshot))
		and pg_visible_in_snapshot(xid, (select $5::text::pg_snapshot))
		and 1 = 1 / (select (times = $6)::integer from outbox.dropped)`

// source holds two statements that read candidates.
type source struct {
	near string // one page of events, whose types are filtered in Go, which is faster
	far  string // the events of some types among the next maxScan, and the last of these events, without its body if its type does not match
}

// sourceOf returns the statements for a table expression with the given number of parameters. MOST in it stands for how many of its
// rows are scanned.
func sourceOf(parameters int, from string) source {
	near := `select sequence, type, body, false` + from + ` order by sequence limit $7`
	far := fmt.Sprintf(`
		select sequence, type, case when matches then body end, n = MOST from (
			select sequence, type, body, type in (select unnest($%d::text[])) as matches, row_number() over (order by sequence) as n
			from (select sequence, type, body%s order by sequence limit MOST) e) page
		where matches or n = MOST order by sequence limit $7`, parameters+1, from)
	return source{strings.ReplaceAll(near, "MOST", "$7"), strings.ReplaceAll(far, "MOST", strconv.Itoa(maxScan))}
}

var (
	ofAccount = sourceOf(7, candidates)
	ofRecord  = sourceOf(8, candidates+` and record_id = $8`)
	ofActor   = sourceOf(8, ` from unnest($8::text[]) as by (id) cross join lateral (
		(select *`+candidates+` and actor_id = by.id order by sequence limit MOST) union all
		(select *`+candidates+` and via_id = by.id and (actor_id = any($8)) is not true order by sequence limit MOST)) either`)
	ofRecordByActor = sourceOf(9, candidates+` and record_id = $8 and (actor_id = any($9) or via_id = any($9))`)
)

// read reads the next page of a round, if events have been dropped as many times. If filters exclude most events, it scans further.
func (f *Feed) read(ctx context.Context, c cursor, drops uint64, q events.FeedQuery) (events.FeedPage, error) {
	of, filters := ofAccount, []any(nil)
	switch byRecord := q.Record != uuid.Nil; {
	case byRecord && q.Actor != "":
		of, filters = ofRecordByActor, []any{q.Record, spellings(q.Actor)}
	case byRecord:
		of, filters = ofRecord, []any{q.Record}
	case q.Actor != "":
		of, filters = ofActor, []any{spellings(q.Actor)}
	}
	c.round = true
	r := reading{limit: q.Limit, text: q.Into, position: int64(c.position), readable: make(map[string]bool, len(q.Readable))}
	r.into = []any{&r.sequence, &r.kind, &r.body, &r.last}
	for _, t := range q.Readable {
		r.readable[t] = true
	}
	args := func() []any {
		missing := int64(q.Limit + 1 - len(r.events))
		return append([]any{q.Account, r.position, int64(c.target.top), c.seen.text(), c.target.text(), int64(drops), missing}, filters...)
	}
	err := f.db.Rows(ctx, r.row, of.near, args()...)
	if err == nil && !r.full && r.rows > q.Limit {
		err = f.db.Rows(ctx, r.row, of.far, append(args(), q.Readable)...)
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

// spellings returns how events may spell an actor's id. Ids of this service are in lower case, those of staff as they were given.
func spellings(actor string) []string {
	if id, ok := ids.Parse(actor); ok && id.String() != actor {
		return []string{actor, id.String()}
	}
	return []string{actor}
}

// reading collects a page.
type reading struct {
	limit    int
	readable map[string]bool
	text     []byte // of the events, separated by commas
	events   []placed
	position int64 // all events up to this sequence have been read
	rows     int   // scanned rows or, for far, rows returned
	full     bool  // there are more events after it

	// The current row. The driver reuses the bytes for the next row.
	sequence   int64
	kind, body pgtype.DriverBytes
	last       bool
	into       []any // pointers to these
}

// placed locates an event in text.
type placed struct {
	begin, end int
	sequence   int64
}

func (r *reading) row(row postgres.Scanner) error {
	if r.full {
		return nil
	}
	if err := row.Scan(r.into...); err != nil {
		return err
	}
	n, matches := len(r.events), r.readable[string(r.kind)]
	if matches && (n == r.limit || n > 0 && r.events[n-1].end-r.events[0].begin+len(",")+len(r.body) > maxPage) {
		r.full = true
		return nil
	}
	if matches {
		r.add()
	}
	r.position, r.full = r.sequence, r.last
	r.rows++
	return nil
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
