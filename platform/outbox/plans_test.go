package outbox_test

import (
	"context"
	"testing"

	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/testkit"
)

// One account has most events. An import and vacuumdb analyze the partitions of the coming months, too, while these are empty: then reading
// in order and sorting all that is left cost about the same by a plan for accounts of an average size.
func TestFilteredPagesReadNoFurtherThanTheyMustInALargeAccount(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	k.Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at, actor_id, via_id)
		select case when n % 2 = 0 then $1 else lpad(to_hex(n % 1000), 32, '0')::uuid end,
			('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, nextval('outbox.sequence'), 'pet.created', $1, repeat('x', 500), now(),
			case when n % 4 = 0 then 'Sam' else 'customer ' || n end, case when n % 3 = 0 then 'Kim' end
		from generate_series(1, 200000) n`, k.Account)
	k.Exec("analyze outbox.events")
	rare, byActor, byVia := k.query(events.Oldest), k.query(events.Oldest), k.query(events.Oldest)
	rare.Readable = []string{"pet.updated"}
	byActor.Actor, byVia.Actor = "Sam", "Kim"
	for name, q := range map[string]events.FeedQuery{"of a rare type": rare, "by an actor": byActor, "for an actor": byVia} {
		err := k.DB.InTx(k.Ctx, func(ctx context.Context) error { // with one connection
			q := q
			for range 10 { // the database plans the first five times for the values
				read := k.RowsRead(ctx, "relid in (select inhrelid from pg_inherits where inhparent = 'outbox.events'::regclass)", func() {
					p, err := k.feed.Page(ctx, q)
					if err != nil {
						t.Fatal(err)
					}
					q.After = p.Next
					if len(p.Events) == 0 { // far reads 5,000 at once
						q.After = events.Oldest
					}
				})
				if read > 6000 {
					t.Errorf("a page %s fetches %d events", name, read)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
