package outbox

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/postgres"
)

const (
	// maxScan bounds how many events one page looks at, where filters let few of them through.
	maxScan = 5000
	// maxPage bounds a page in bytes, without what stands around its events: it ends early.
	maxPage = 8<<20 - 4<<10
)

// candidates are the events of a round behind a position, in the order of their sequences. The upper bound keeps the scan off what
// others are writing.
const candidates = `
	select sequence, type, body from outbox.events
	where account_id = $1 and sequence > $2 and sequence <= $3 and not pg_visible_in_snapshot(xid, $4::text::pg_snapshot)
		and pg_visible_in_snapshot(xid, $5::text::pg_snapshot)`

// within keeps a page from reading on where filters match nothing: the last event that it looks at comes back without a body.
func within(source string) string {
	return `
select sequence, n, matches, case when matches then body else '' end from (
	select sequence, type = any($6) as matches, body, row_number() over (order by sequence) as n
	from (` + source + ` order by sequence limit $7) e) page
where matches or n = $7 order by sequence limit $8`
}

var (
	ofAccount = within(candidates)
	ofRecord  = within(candidates + ` and record_id = $9`)
	ofActor   = within(`select * from ((` + candidates + ` and actor_id = $9 order by sequence limit $7) union all (` +
		candidates + ` and via_id = $9 and actor_id is distinct from $9 order by sequence limit $7)) either`)
	ofRecordByActor = within(candidates + ` and record_id = $9 and (actor_id = $10 or via_id = $10)`)
)

// read reads the next page of a round.
func (f *Feed) read(ctx context.Context, c cursor, q events.FeedQuery) (events.FeedPage, error) {
	statement := ofAccount
	args := []any{q.Account, int64(c.position), int64(c.target.top), c.seen.text(), c.target.text(), q.Readable, int64(maxScan), int64(q.Limit + 1)}
	switch byRecord := q.Record != uuid.Nil; {
	case byRecord && q.Actor != "":
		statement, args = ofRecordByActor, append(args, q.Record, q.Actor)
	case byRecord:
		statement, args = ofRecord, append(args, q.Record)
	case q.Actor != "":
		statement, args = ofActor, append(args, q.Actor)
	}
	page := events.FeedPage{Events: []json.RawMessage{}}
	position, size := c.position, 0
	err := f.db.Rows(ctx, func(row postgres.Scanner) error {
		var sequence, scanned int64
		var matches bool
		var body string
		if err := row.Scan(&sequence, &scanned, &matches, &body); err != nil {
			return err
		}
		size += len(body)
		if matches && (len(page.Events) == q.Limit || size > maxPage && len(page.Events) > 0) {
			page.More = true
		}
		if page.More {
			return nil
		}
		if matches {
			page.Events = append(page.Events, json.RawMessage(body))
		}
		if matches && q.Each {
			at := c
			at.round, at.position = true, uint64(sequence)
			page.Each = append(page.Each, f.encode(at, q))
		}
		position, page.More = uint64(sequence), scanned == maxScan
		return nil
	}, statement, args...)
	if err != nil {
		return page, fmt.Errorf("read events: %w", err)
	}
	if !page.More {
		return f.close(page, c, q), nil
	}
	f.note(c.history.position)
	c.round, c.position = true, position
	page.Next = f.encode(c, q)
	return page, nil
}

// close ends the round.
func (f *Feed) close(page events.FeedPage, c cursor, q events.FeedQuery) events.FeedPage {
	page.Next = f.done(c.history, c.target, q).Next
	if n := len(page.Each); n > 0 {
		page.Each[n-1] = page.Next
	}
	return page
}
