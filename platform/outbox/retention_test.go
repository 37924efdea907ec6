package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

func (k feedKit) retention(keep time.Duration) *outbox.Retention {
	return outbox.NewRetention(k.DB, outbox.Keep(keep)).By(k.Clock)
}

// sweep removes everything that is too old.
func (k feedKit) sweep(r *outbox.Retention) {
	k.Helper()
	for testkit.Must[int64](k)(r.Sweep(k.Ctx)) > 0 {
	}
}

// months lists the partitions that are named after a month.
func (k feedKit) months() []string {
	k.Helper()
	list, err := testkit.Column[string](k.Ctx, k.DB, `select substr(c.relname, length('events_') + 1) from pg_inherits i join pg_class c on c.oid = i.inhrelid
		where i.inhparent = 'outbox.events'::regclass and c.relname ~ '^events_[0-9_]+$' order by c.relname`)
	if err != nil {
		k.Fatal(err)
	}
	return list
}

func (k feedKit) wantMonths(from, to time.Time) {
	k.Helper()
	var want []string
	for ; !from.After(to); from = from.AddDate(0, 1, 0) {
		want = append(want, from.Format("2006_01"))
	}
	if got := k.months(); !slices.Equal(got, want) {
		k.Errorf("the months are %q, want %q", got, want)
	}
}

// withoutMonths opens a feed whose partitions end before this month, as if none had been created for a long time.
func withoutMonths(t *testing.T) feedKit {
	t.Helper()
	k := feedOn(testkit.Fresh(t))
	k.SetTime(time.Now())
	k.Exec(`alter table outbox.events detach partition outbox.events_before`)
	var bound string
	must(k, testkit.One(k.Ctx, k.DB, `select outbox.month_begins(now())::text`).Scan(&bound))
	k.Exec(`alter table outbox.events attach partition outbox.events_before for values from (minvalue) to ('` + bound + `')`)
	return k
}

func month(t time.Time, more int) time.Time {
	return time.Date(t.Year(), t.Month()+time.Month(more), 1, 0, 0, 0, 0, time.UTC)
}

func TestPartitionsAreMadeAheadAndGoWhenAllOfThemIsTooOld(t *testing.T) {
	t.Parallel()
	k := withoutMonths(t)
	now := k.Now().UTC()
	const keep = 60 * 24 * time.Hour
	r := k.retention(keep)
	must(t, r.Prepare(k.Ctx))
	k.wantMonths(month(now, 0), month(now, 2))
	k.SetTime(month(now, 8).Add(time.Hour)) // the service was stopped for half a year
	must(t, r.Prepare(k.Ctx))
	k.wantMonths(month(now, 0), month(now, 10))
	sweep := func(at time.Time) {
		t.Helper()
		k.SetTime(at)
		k.sweep(r)
	}
	const margin = 48 * time.Hour
	last := month(now, 9).Add(keep + margin) // the partition that ends there has just expired
	sweep(last.Add(-time.Second))
	k.wantMonths(month(now, 8), month(last, 2))
	sweep(last)
	k.wantMonths(month(now, 9), month(last, 2))
}

// A sweeper has a minute, and the partition of a month may be larger than what is read in that time.
func TestAPartitionIsDroppedWithoutReadingItsEvents(t *testing.T) {
	t.Parallel()
	k := withoutMonths(t)
	heard := &testkit.Statements{}
	plain := k.DB
	k.DB = k.Open(postgres.Options{Tracer: heard})
	r := k.retention(0)
	must(t, r.Prepare(k.Ctx))
	k.many(100_000, 10)
	other := uuid.New()
	k.Exec(`update outbox.events set account_id = $1, sequence = sequence + 100000, xid = '9' where sequence % 10000 = 0`, other)
	k.Exec(`update outbox.events set xid = '99999999' where sequence = 77`)
	k.Exec(`vacuum analyze outbox.events`)
	k.SetTime(month(k.Now(), 4))
	undone := errors.New("undone")
	err := k.DB.InTx(k.Ctx, func(ctx context.Context) error {
		if n, err := r.Sweep(ctx); n == 0 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		var xid string
		var sequence int
		must(t, testkit.One(ctx, k.DB, `select xid::text, sequence from outbox.dropped`).Scan(&xid, &sequence))
		if xid != "99999999" || sequence != 200_000 {
			t.Errorf("up to the transaction %s and the sequence %d are gone", xid, sequence)
		}
		return undone
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	for _, s := range slices.Clone(heard.Sent) {
		if strings.Contains(s.SQL, "update outbox.dropped") && k.blocks(plain, s) > 100 {
			t.Errorf("%d blocks are read by %s", k.blocks(plain, s), s.SQL)
		}
	}
}

// Otherwise the service could not start while a long transaction writes.
func TestPartitionsWaitForLongTransactions(t *testing.T) {
	t.Parallel()
	k := withoutMonths(t)
	end := k.open("long")
	r := k.retention(0)
	must(t, r.Prepare(k.Ctx))
	if n, err := r.Sweep(k.Ctx); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	end(nil)
	if n, err := r.Sweep(k.Ctx); n == 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	k.wantMonths(month(k.Now().UTC(), 0), month(k.Now().UTC(), 2))
	k.want(k.query(events.Oldest), "long")
}

// Deliveries show the bodies of events for 30 days, however short the feed keeps them.
func TestEventsAreKeptAsLongAsDeliveries(t *testing.T) {
	t.Parallel()
	k := withoutMonths(t)
	now := k.Now().UTC()
	r := k.retention(time.Hour)
	for _, c := range []struct {
		at    time.Time
		first int
	}{{now, 0}, {month(now, 1).AddDate(0, 0, 30), 0}, {month(now, 1).AddDate(0, 0, 33), 1}} {
		k.SetTime(c.at)
		k.sweep(r)
		k.wantMonths(month(now, c.first), month(c.at, 2))
	}
}

func TestEventsOfAMonthWithoutPartitionAreKeptAndMoveToTheirs(t *testing.T) {
	t.Parallel()
	k := withoutMonths(t)
	next := k.want(k.query(events.Now))
	k.record(k.Ctx, "alone")
	if n := k.Count(`select count(*) from outbox.events_default`); n != 1 {
		t.Fatal(n)
	}
	next = k.want(k.query(next), "alone")
	end := make(chan struct{})
	var writing sync.WaitGroup
	var written [4][]string
	for w := range written {
		writing.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-end:
					return
				default:
					name := fmt.Sprint(w, " ", n)
					k.record(k.Ctx, name)
					written[w] = append(written[w], name)
				}
			}
		})
	}
	var read []string
	for made := int64(0); made == 0; {
		var dogs []string
		dogs, next = k.round(k.query(next))
		read = append(read, dogs...)
		made = testkit.Must[int64](t)(k.retention(0).Sweep(k.Ctx))
	}
	close(end)
	writing.Wait()
	last, _ := k.round(k.query(next))
	read = append(read, last...)
	want := slices.Concat(written[0], written[1], written[2], written[3])
	slices.Sort(want)
	slices.Sort(read)
	if !slices.Equal(read, want) {
		t.Errorf("%d events were written, %d were read", len(want), len(read))
	}
	if n := k.Count(`select count(*) from outbox.events_default`); n != 0 {
		t.Errorf("%d events are in the default partition still", n)
	}
	if all, _ := k.round(k.query(events.Oldest)); len(all) != len(want)+1 {
		t.Errorf("%d events, %d are there", len(want)+1, len(all))
	}
}

// A dump brings what means nothing in another cluster: ids of transactions, which here are still to come, and positions in its log.
func TestEventsOfARestoredDumpAreReadLikeOwnOnes(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	k.SetTime(time.Now())
	k.record(k.Ctx, "a", "b")
	const later, before = "900000000000", 77
	k.Exec(`update outbox.origin set system_identifier = system_identifier + 1`)
	k.Exec(`update outbox.events set xid = $1::text::xid8`, later)
	k.Exec(`update outbox.dropped set times = 3, xid = $1::text::xid8, durable = $1::text::xid8`, later)
	k.Exec(`insert into outbox.timelines values ($1, 'F/0')`, before)
	r := k.retention(time.Hour)
	for range 2 {
		must(t, r.Prepare(k.Ctx))
		// The log of the other cluster proves nothing about this one's.
		k.wantExpired(k.from(func(o *origin) { o.timeline, o.position = before, 1 }), "lost_history")
	}
	unread := k.want(k.query(events.Now))
	k.record(k.Ctx, "c")
	q := k.query(events.Oldest)
	q.Limit = 1
	next := k.want(q, "a", "b", "c")
	k.record(k.Ctx, "d")
	next = k.want(k.query(next), "d")
	k.waitForOlderTransactions()
	next = k.want(k.query(next))
	k.Advance(140 * 24 * time.Hour)
	k.sweep(r)
	if k.Count(`select count(*) from outbox.events`) > 0 {
		t.Error("nothing was dropped")
	}
	must(t, r.Prepare(k.Ctx)) // the next start
	k.want(k.query(next))
	k.wantExpired(unread, "too_old")
}

// The cluster and the database are the same as before then.
func TestCursorsExpireWhenADumpIsRestoredInPlace(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	k.record(k.Ctx, "a")
	r := k.retention(time.Hour)
	start := func() {
		t.Helper()
		must(t, r.Prepare(k.Ctx))
	}
	start()
	before := k.want(k.query(events.Now))
	start()
	before = k.want(k.query(before))
	k.Exec(`with dumped as (delete from outbox.origin returning *) insert into outbox.origin select * from dumped`)
	start()
	k.wantExpired(before, "another_database")
	next := k.want(k.query(events.Oldest), "a")
	start()
	k.want(k.query(next))
}

// Otherwise the second one would expire the cursors that the first has given out since.
func TestOnlyOneOfTheReplicasThatStartAtOnceAdoptsARestoredDump(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	r := k.retention(time.Hour)
	must(t, r.Prepare(k.Ctx))
	k.Exec(`with dumped as (delete from outbox.origin returning *) insert into outbox.origin select * from dumped`)
	adopted := func() int { return k.Count(`select times from outbox.dropped`) }
	before := adopted()
	const starting = 3
	var replicas sync.WaitGroup
	must(t, k.DB.InTx(k.Ctx, func(ctx context.Context) error {
		if _, err := testkit.Exec(ctx, k.DB, `update outbox.dropped set times = times`); err != nil { // so that they are all there
			return err
		}
		for range starting {
			replicas.Go(func() {
				if err := r.Prepare(k.Ctx); err != nil {
					t.Error(err)
				}
			})
		}
		k.Until("all wait", func() bool {
			return k.Count(`select count(distinct pid) from pg_locks l join pg_stat_activity a using (pid)
				where not granted and a.datname = current_database()`) == starting
		})
		return nil
	}))
	replicas.Wait()
	if n := adopted() - before; n != 1 {
		t.Errorf("adopted %d times", n)
	}
}
