package outbox

import (
	"cmp"
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
// one. Only those that fit on the page come with their body. Events that are being written have a sequence above @top. A type that this
// program does not know is that of a replica of another version, or of a module that was taken out: the event itself says who may read it.
// There is always a row, to say how often events have been dropped: the statement locks the table before it looks. The subqueries parse the
// snapshots once instead of for each row.
const page = `
select d.times, coalesce(e.sequence, 0), coalesce(e.matches, false), coalesce(e.n = @scan, false) as is_last,
	case when e.matches and e.nth <= @limit and (e.bytes <= @bytes or @first and e.nth = 1) then e.body end as body
from outbox.dropped d left join (
	select * from (
		select *, row_number() over in_order as n, count(*) filter (where matches) over in_order as nth,
			sum(octet_length(body) + 1) filter (where matches) over in_order as bytes
		from (
			select sequence, body, not pg_visible_in_snapshot(xid, (select cast(@seen as pg_snapshot)))
				and pg_visible_in_snapshot(xid, (select cast(@target as pg_snapshot)))
				and (type = any(@readable) or type <> all(@known) and ability is not null and array[ability, '*'] && @abilities
					and array[type, split_part(type, '.', 1) || '.*', '*'] && @wanted) as matches
			from (%s) as scanned
		) as judged window in_order as (order by sequence rows unbounded preceding)
	) as next where matches or n = @scan order by sequence limit @limit + 1
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

// spellings are the two ways in which events may spell an actor's id. Ids of this service are in lower case, those of staff as they were
// given.
func spellings(actor string) []string {
	if id, ok := ids.Parse(actor); ok {
		return []string{actor, id.String()}
	}
	return []string{actor, actor}
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
		"abilities": &q.Abilities, "wanted": &wanted,
	}
	r := reading{cursor: c, left: cmp.Or(q.Bytes, maxPage), more: true, page: events.FeedPage{Events: []json.RawMessage{}}}
	r.cursor.round = true
	for scan := 4 * (q.Limit + 1); r.more && !r.page.More; scan = maxScan {
		args["position"], args["scan"], args["first"] = r.cursor.position, scan, len(r.page.Events) == 0
		args["limit"], args["bytes"] = q.Limit-len(r.page.Events), r.left
		rows, err := f.db.In(ctx).Raw(query, args).Rows()
		if err == nil {
			err = r.add(rows, drops, func() {
				if q.Each {
					r.page.Each = append(r.page.Each, f.encode(r.cursor, q))
				}
			})
		}
		if err != nil {
			return events.FeedPage{}, fmt.Errorf("read events: %w", err)
		}
		r.page.More = r.page.More || r.more && scan == maxScan
	}
	if r.page.More {
		f.note(c.history.position)
		r.page.Next = f.encode(r.cursor, q)
		return r.page, nil
	}
	r.page.Old = c.round
	r.page.Next = f.done(c.history, c.target, q).Next
	if n := len(r.page.Each); n > 0 {
		r.page.Each[n-1] = r.page.Next
	}
	return r.page, nil
}

// reading collects a page.
type reading struct {
	page   events.FeedPage
	cursor cursor // after the events that have been read
	left   int    // bytes
	more   bool   // the scan has ended before the last event
}

// add adds what a scan has found, until an event does not fit. It calls each after each event.
func (r *reading) add(rows *sql.Rows, drops uint64, each func()) error {
	defer func() { _ = rows.Close() }()
	r.more = false
	for rows.Next() {
		var times, sequence uint64
		var matches, isLast bool
		var body []byte
		if err := rows.Scan(&times, &sequence, &matches, &isLast, &body); err != nil {
			return err
		}
		if times != drops {
			return errDropped
		}
		if r.page.More = matches && body == nil; r.page.More {
			return nil
		}
		if sequence > 0 {
			r.cursor.position, r.more = sequence, isLast
		}
		if body != nil {
			r.page.Events, r.left = append(r.page.Events, body), r.left-len(body)-len(",")
			each()
		}
	}
	return rows.Err()
}
