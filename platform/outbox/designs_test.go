package outbox_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/outbox/feedtest"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// byFeed reads the feed.
func byFeed(feed events.Feed, account uuid.UUID, limit int) feedtest.Source {
	return func(ctx context.Context, after string) (feedtest.Page, error) {
		if after == "" {
			after = events.Oldest
		}
		p, err := feed.Page(ctx, events.FeedQuery{Account: account, After: after, Limit: limit, Readable: feedtest.Types})
		return feedtest.Page{Events: p.Events, Next: p.Next, More: p.More}, err
	}
}

// bySequence is a common design that loses events: it misses a transaction that takes its number early and commits late.
func bySequence(db *postgres.DB, account uuid.UUID, limit int) feedtest.Source {
	return func(ctx context.Context, after string) (feedtest.Page, error) {
		var last int64
		_, _ = fmt.Sscan(after, &last)
		return readRows(ctx, db, func(row testkit.Row, body *string) (string, error) {
			err := row.Scan(body, &last)
			return fmt.Sprint(last), err
		}, after, limit, `select body, sequence from outbox.events where account_id = $1 and sequence > $2 order by sequence limit $3`,
			account, last, limit)
	}
}

// byOldest is another common design: it reads events older than the oldest running transaction, in the order of transactions. Any
// long transaction on the server stalls it, and it returns the changes of a record out of order.
func byOldest(db *postgres.DB, account uuid.UUID, limit int) feedtest.Source {
	return func(ctx context.Context, after string) (feedtest.Page, error) {
		var xid, sequence int64
		_, _ = fmt.Sscan(after, &xid, &sequence)
		return readRows(ctx, db, func(row testkit.Row, body *string) (string, error) {
			err := row.Scan(body, &xid, &sequence)
			return fmt.Sprint(xid, " ", sequence), err
		}, after, limit, `select body, e.xid::text::bigint, sequence from outbox.events e
			where account_id = $1 and (xid, sequence) > ($2::text::xid8, $3) and xid < pg_snapshot_xmin(pg_current_snapshot())
			order by e.xid, sequence limit $4`, account, fmt.Sprint(xid), sequence, limit)
	}
}

func readRows(ctx context.Context, db *postgres.DB, scan func(testkit.Row, *string) (string, error), after string, limit int,
	query string, args ...any) (feedtest.Page, error) {
	p := feedtest.Page{Next: after}
	err := testkit.Each(ctx, db, func(row testkit.Row) error {
		var body string
		next, err := scan(row, &body)
		p.Events, p.Next = append(p.Events, json.RawMessage(body)), next
		return err
	}, query, args...)
	p.More = len(p.Events) == limit
	return p, err
}
