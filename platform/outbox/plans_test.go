package outbox_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/events"
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
		k.readsAtMost(t, 6000, name, q) // far reads 5,000 at once
	}
}

// The statistics know one actor, and nothing about those who have come since.
func TestPagesByANewActorReadLittle(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	add := func(from, to int, actor, via any) {
		k.Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at, actor_id, via_id)
			select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, nextval('outbox.sequence'), 'pet.created', $1,
				repeat('x', 100), now(), $4::text, $5::text
			from generate_series($2::integer, $3::integer) n`, k.Account, from, to, actor, via)
	}
	add(1, 100000, "Sam", "Kim")
	k.Exec("analyze outbox.events")
	add(100001, 100010, "Lee", "Pat")
	for _, actor := range []string{"Lee", "Pat"} {
		q := k.query(events.Oldest)
		q.Actor = actor
		k.readsAtMost(t, 300, "by "+actor, q)
	}
}

// readsAtMost reads ten pages of a query, the first after the last, and reports those for which more than n events are fetched.
func (k feedKit) readsAtMost(t *testing.T, n int64, name string, q events.FeedQuery) {
	t.Helper()
	start := q.After
	must(t, k.DB.InTx(k.Ctx, func(ctx context.Context) error { // with one connection
		for range 10 { // the database plans the first five times for the values
			read := k.RowsRead(ctx, "relid in (select inhrelid from pg_inherits where inhparent = 'outbox.events'::regclass)", func() {
				p := testkit.Must[events.FeedPage](t)(k.feed.Page(ctx, q))
				if q.After = p.Next; !p.More || len(p.Events) == 0 {
					q.After = start
				}
			})
			if read > n {
				t.Errorf("a page %s fetches %d events", name, read)
			}
		}
		return nil
	}))
}

// Without the order of an index, the database sorts what is left of the account, with all bodies.
func TestAFilteredPageReadsLittleMoreThanItselfInAnAccountOfUsualSize(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	k.Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at)
		select case when n <= 6000 then $1::uuid else $2 end, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
			nextval('outbox.sequence'), case when n % 2 = 0 then 'pet.created' else 'note.created' end, $1, repeat(md5(n::text), 40), now()
		from generate_series(1, 12000) n`, k.Account, uuid.New())
	k.Exec("analyze outbox.events")
	byType := k.query(events.Oldest)
	byType.Readable = []string{"pet.created"}
	k.readsAtMost(t, 5*int64(byType.Limit), "of a type", byType)
}

// An import of an hour ends, beside all that others have written meanwhile.
func TestTheEndOfALongTransactionIsNoticedWithoutAllEventsSinceItBegan(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	other, quiet := uuid.New(), uuid.New()
	k.Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at, xid)
		select case when n = 1 then $2::uuid else $1::uuid end, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, nextval('outbox.sequence'),
			'pet.created', $1, '{}', now(), (case when n = 1 then 3 else n / 200 + 4 end)::text::xid8
		from generate_series(1, 50000) n`, quiet, other)
	k.Exec("analyze outbox.events")
	var now string
	err := k.DB.InTx(k.Ctx, func(ctx context.Context) error { // with one connection
		must(t, testkit.One(ctx, k.DB, "select pg_current_snapshot()::text").Scan(&now))
		xmax := strings.Split(now, ":")[1]
		for range 10 { // the database plans the first five times for the values
			var woken []uuid.UUID
			read := k.RowsRead(ctx, "relid in (select inhrelid from pg_inherits where inhparent = 'outbox.events'::regclass)", func() {
				woken = testkit.Must[[]uuid.UUID](t)(k.feed.Poll(ctx, "3:"+xmax+":3", quiet, other))
			})
			if len(woken) != 1 || woken[0] != other || read > 300 {
				t.Errorf("%v are told of the event of %v, with %d events fetched", woken, other, read)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
