package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
)

const (
	// maxScan is how many more events are scanned for a page if filters exclude most of the first ones.
	maxScan = 5000
	// maxPage is the maximum size of a page's events in bytes, except for a single larger event; the page ends early. A response has at
	// most 8 MiB; the rest is for the cursor.
	maxPage = 8<<20 - 32<<10
)

// errDropped means that events have been dropped since the cursor was checked.
var errDropped = errors.New("events were dropped meanwhile")

// page selects, of the next @scan events of a query, those of a round and of the types that the reader asks for and may read, and the last
// one, without its body if it does not match. Events that are being written have a sequence above @top. A type that this program does not
// know is that of a replica of another version, or of a module that was taken out: the event itself says who may read it. There is always a
// row, to say how often events have been dropped: the statement locks the table before it looks. The subqueries parse the snapshots once
// instead of for each row.
const page = `
select d.times, e.sequence, case when e.matches then e.body end as body, e.n = @scan as is_last
from outbox.dropped d left join (
	select * from (
		select sequence, body, row_number() over (order by sequence) as n,
			not pg_visible_in_snapshot(xid, (select cast(@seen as pg_snapshot)))
			and pg_visible_in_snapshot(xid, (select cast(@target as pg_snapshot)))
			and (type = any(@readable) or type <> all(@known) and ability is not null and array[ability, '*'] && @abilities
				and array[type, split_part(type, '.', 1) || '.*', '*'] && @wanted) as matches
		from (%s) as scanned
	) as next where matches or n = @scan order by sequence limit @limit
) e on true
order by e.sequence`

// scan selects the next @scan events with a condition, in the order of an index.
func scan(condition string) string {
	return `select sequence, type, body, ability, xid from outbox.events
		where account_id = @account and sequence > @position and sequence <= @top` + condition + ` order by sequence limit @scan`
}

// scanOf selects the events by the filters of a reader. An event is of an actor if they made it or somebody acted for them.
func scanOf(q events.FeedQuery, actors []string) string {
	condition := ""
	if q.Record != uuid.Nil {
		condition = " and record_id = @record"
	}
	if q.Actor == "" {
		return scan(condition)
	}
	const via = " and via_id = @%s and (actor_id in (@actor, @spelling)) is not true"
	parts := []string{scan(condition + " and actor_id = @actor"), scan(condition + fmt.Sprintf(via, "actor"))}
	if actors[0] != actors[1] {
		parts = append(parts, scan(condition+" and actor_id = @spelling"), scan(condition+fmt.Sprintf(via, "spelling")))
	}
	return "select * from ((" + strings.Join(parts, ") union all (") + ")) as either order by sequence limit @scan"
}

// read reads the next page of a round. If filters exclude most events, it scans further. It fails with errDropped if events have been
// dropped more than so many times.
func (f *Feed) read(ctx context.Context, c cursor, drops uint64, q events.FeedQuery) (events.FeedPage, error) {
	actors, wanted := spellings(q.Actor), q.Types
	if len(wanted) == 0 {
		wanted = []string{"*"}
	}
	query := fmt.Sprintf(page, scanOf(q, actors))
	args := map[string]any{
		"account": q.Account, "top": c.target.top, "seen": c.seen.text(), "target": c.target.text(), "record": q.Record,
		"actor": actors[0], "spelling": actors[1], "readable": &q.Readable, "known": new(slices.Collect(maps.Keys(f.known))),
		"abilities": &q.Abilities, "wanted": &wanted, "limit": q.Limit + 1,
	}
	r := reading{limit: q.Limit, events: []json.RawMessage{}, position: c.position, more: true}
	for scan := 4 * (q.Limit + 1); r.more && !r.full; scan = maxScan {
		args["position"], args["scan"] = r.position, scan
		rows, err := f.db.In(ctx).Raw(query, args).Rows()
		if err == nil {
			err = r.read(rows, drops)
		}
		if err != nil {
			return events.FeedPage{}, fmt.Errorf("read events: %w", err)
		}
		r.full = r.full || r.more && scan >= maxScan
	}
	return f.finish(c, q, r), nil
}

// finish makes the cursors of a page.
func (f *Feed) finish(c cursor, q events.FeedQuery, r reading) events.FeedPage {
	c.round = true
	p := events.FeedPage{Events: r.events, More: r.full}
	if q.Each {
		for _, c.position = range r.sequences {
			p.Each = append(p.Each, f.encode(c, q))
		}
	}
	if p.More {
		f.note(c.history.position)
		c.position = r.position
		p.Next = f.encode(c, q)
		return p
	}
	p.Next = f.done(c.history, c.target, q).Next
	if n := len(p.Each); n > 0 {
		p.Each[n-1] = p.Next
	}
	return p
}

// spellings are the two ways in which events may spell an actor's id. Ids of this service are in lower case, those of staff as they were
// given.
func spellings(actor string) []string {
	if id, ok := ids.Parse(actor); ok {
		return []string{actor, id.String()}
	}
	return []string{actor, actor}
}

// reading collects a page.
type reading struct {
	limit     int
	events    []json.RawMessage
	sequences []uint64 // of the events
	bytes     int
	position  uint64 // all events up to this sequence have been read
	more      bool   // the scan has ended before the last event
	full      bool   // no further event fits
}

// read reads what a scan has found.
func (r *reading) read(rows *sql.Rows, drops uint64) error {
	defer func() { _ = rows.Close() }()
	r.more = false
	for rows.Next() && !r.full {
		var times uint64
		var sequence *uint64
		var body []byte
		var isLast *bool
		if err := rows.Scan(&times, &sequence, &body, &isLast); err != nil {
			return err
		}
		if times != drops {
			return errDropped
		}
		if sequence != nil {
			r.add(*sequence, body, *isLast)
		}
	}
	return rows.Err()
}

// add adds an event, unless the page is full; without a body, it only moves the position.
func (r *reading) add(sequence uint64, body json.RawMessage, isLast bool) {
	if body != nil {
		if n := len(r.events); n == r.limit || n > 0 && r.bytes+len(body) > maxPage {
			r.full = true
			return
		}
		r.events, r.sequences, r.bytes = append(r.events, body), append(r.sequences, sequence), r.bytes+len(body)+len(",")
	}
	r.position, r.more = sequence, isLast
}
