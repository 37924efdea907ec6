package outbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

type feedKit struct {
	*testkit.Kit
	feed *outbox.Feed
}

func newFeed(t *testing.T) feedKit {
	t.Helper()
	return feedOn(testkit.New(t))
}

func feedOn(k *testkit.Kit) feedKit {
	f := feedKit{Kit: k}
	f.feed = outbox.NewFeed(k.DB, nil, f.box())
	return f
}

func (k feedKit) box() *secrets.Box {
	k.Helper()
	return testkit.Must[*secrets.Box](k)(secrets.NewBox([]secrets.Key{{ID: "a", Secret: bytes.Repeat([]byte("k"), 32)}}))
}

var dogTypes = []string{"pet.created", "pet.updated"}

func (k feedKit) query(after string) events.FeedQuery {
	return events.FeedQuery{Account: k.Account, After: after, Limit: 200, Readable: dogTypes}
}

func (k feedKit) page(q events.FeedQuery) events.FeedPage {
	k.Helper()
	return testkit.Must[events.FeedPage](k)(k.feed.Page(k.Ctx, q))
}

// round reads to the end of a round and returns the names of the dogs and the next cursor.
func (k feedKit) round(q events.FeedQuery) (dogs []string, next string) {
	k.Helper()
	for pages := 0; ; pages++ {
		p := k.page(q)
		dogs = append(dogs, names(k, p)...)
		if q.After = p.Next; !p.More {
			return dogs, p.Next
		}
		if pages > 10000 {
			k.Fatal("the round does not end")
		}
	}
}

func names(t testing.TB, p events.FeedPage) (dogs []string) {
	t.Helper()
	for _, body := range p.Events {
		var e struct{ Data struct{ Object dog } }
		must(t, json.Unmarshal(body, &e))
		dogs = append(dogs, e.Data.Object.Name)
	}
	return dogs
}

func (k feedKit) want(q events.FeedQuery, dogs ...string) (next string) {
	k.Helper()
	got, next := k.round(q)
	if !slices.Equal(got, dogs) {
		k.Fatalf("read %q, want %q", got, dogs)
	}
	return next
}

func (k feedKit) record(ctx context.Context, names ...string) {
	k.Helper()
	for _, name := range names {
		must(k, k.Record(ctx, events.Public{Type: "pet.created", Account: k.Account, Record: ids.New(), Object: dog{Name: name}}))
	}
}

// open begins a transaction that records dogs. It stays open until end is called with its result.
func (k feedKit) open(names ...string) (end func(error)) {
	k.Helper()
	record, end := k.begin()
	record(names...)
	return end
}

// begin begins a transaction and gives it an id. It stays open until end is called with its result.
func (k feedKit) begin() (record func(names ...string), end func(error)) {
	k.Helper()
	ready, names, how, ended := make(chan struct{}), make(chan []string), make(chan error), make(chan struct{})
	go func() {
		defer close(ended)
		_ = k.DB.InOuterTx(k.Ctx, func(ctx context.Context) error { // the events of each use case in it are written at its end
			for {
				if _, err := testkit.Exec(ctx, k.DB, "select pg_current_xact_id()"); err != nil {
					return err
				}
				ready <- struct{}{}
				select {
				case list := <-names:
					k.record(ctx, list...)
				case err := <-how:
					return err
				}
			}
		})
	}()
	<-ready
	return func(list ...string) { names <- list; <-ready }, func(err error) { how <- err; <-ended }
}

func TestEventThatCommitsLateIsNotMissed(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	late := k.open("late")
	undone := k.open("undone")
	k.record(k.Ctx, "early")
	next := k.want(k.query(events.Oldest), "early")
	if next = k.want(k.query(next)); next == "" {
		t.Fatal("no cursor")
	}
	later := k.open("later")
	late(nil)
	undone(errors.New("no"))
	k.record(k.Ctx, "last")
	next = k.want(k.query(next), "late", "last")
	later(nil)
	k.want(k.query(k.want(k.query(next), "later")))
}

func TestPageEndsBeforeTheEventThatWouldMakeItTooLarge(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	dogs := make([]string, 35)
	for i := range dogs {
		dogs[i] = fmt.Sprint(strings.Repeat("a", 250_000), i)
	}
	k.record(k.Ctx, dogs...)
	p := k.page(k.query(events.Oldest))
	n := len(p.Next)
	for _, e := range p.Events {
		n += len(e) + len(",")
	}
	if n > 8<<20 || !p.More || len(p.Events) != 33 {
		t.Fatalf("%d events take %d bytes", len(p.Events), n)
	}
	if got := names(t, p); !slices.Equal(got, dogs[:33]) {
		t.Error("the first page has other events")
	}
	k.want(k.query(p.Next), dogs[33:]...)
	small := k.query(events.Oldest)
	for bytes, want := range map[int]int{1: 1, 499_000: 1, 502_000: 2} { // an event is never too large for a page of its own
		if small.Bytes = bytes; len(k.page(small).Events) != want {
			t.Errorf("a page of %d bytes does not have %d events", bytes, want)
		}
	}
	small.Bytes = 502_000
	k.want(small, dogs...)
}

func TestFeedBeginsNowOrWithTheOldest(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	empty := k.want(k.query(events.Now))
	late := k.open("late")
	k.record(k.Ctx, "a", "b")
	now := k.want(k.query(events.Now))
	late(nil)
	k.record(k.Ctx, "c")
	k.want(k.query(now), "late", "c")
	k.want(k.query(empty), "late", "a", "b", "c")
	k.want(k.query(events.Oldest), "late", "a", "b", "c")
}

func TestRoundStaysAsItWasWhenItBegan(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	late := k.open("late")
	k.record(k.Ctx, "a", "b", "c", "d")
	q := k.query(events.Oldest)
	q.Limit = 2
	first := k.page(q)
	late(nil)
	k.record(k.Ctx, "e")
	q.After = first.Next
	again, once := k.page(q), k.page(q)
	if !first.More || len(first.Events) != 2 || fmt.Sprint(again) != fmt.Sprint(once) {
		t.Errorf("%v, then %v and %v", first, again, once)
	}
	k.want(k.query(k.want(q, "c", "d")), "late", "e")
}

func TestCursorAfterEachEventGoesOnBehindIt(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	names := []string{"a", "b", "c", "d", "e"}
	k.record(k.Ctx, names...)
	q := k.query(events.Oldest)
	q.Each = true
	for _, q.Limit = range []int{3, 200} { // in a round, and at its end
		page := k.page(q)
		for i, after := range page.Each {
			k.want(k.query(after), names[i+1:]...)
		}
		if len(page.Each) != min(q.Limit, len(names)) || page.Each[len(page.Each)-1] != page.Next {
			t.Errorf("%d cursors", len(page.Each))
		}
	}
}

func TestEventsOfSavepointsBelongToTheirTransaction(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	next := k.want(k.query(events.Now))
	undone := errors.New("undone")
	must(t, k.DB.InOuterTx(k.Ctx, func(ctx context.Context) error {
		k.record(ctx, "before")
		err := k.DB.InTx(ctx, func(ctx context.Context) error {
			k.record(ctx, "undone")
			return undone
		})
		if !errors.Is(err, undone) {
			t.Errorf("it ended with %v", err)
		}
		k.record(ctx, "inside")
		return nil
	}))
	k.want(k.query(next), "before", "inside")
}

func TestCursorBelongsToAccountAndFilters(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	k.record(k.Ctx, "a")
	q := k.query(events.Oldest)
	q.Types, q.Actor = []string{"pet.created", "pet.*"}, k.Key.ID.String()
	next := k.want(q, "a")
	q.Types = []string{"pet.*", "pet.created"}
	other := q
	q.After, other.After = next, next
	q.Readable = []string{"pet.created"} // the key may now read fewer types
	k.want(q)
	for _, change := range []func(*events.FeedQuery){
		func(q *events.FeedQuery) { q.Account = ids.New() },
		func(q *events.FeedQuery) { q.Types = nil },
		func(q *events.FeedQuery) { q.Record = ids.New() },
		func(q *events.FeedQuery) { q.Actor = "" },
		func(q *events.FeedQuery) { q.After = "x" + q.After[1:] },
		func(q *events.FeedQuery) { q.After = q.After[:len(q.After)-4] },
		func(q *events.FeedQuery) { q.After = "" },
		func(q *events.FeedQuery) { q.After = "later" },
	} {
		q := other
		change(&q)
		_, err := k.feed.Page(k.Ctx, q)
		testkit.WantFieldErrors(t, err, "query after format")
	}
}

func TestFiltersFindRecordAndActor(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	acting := k.Key
	acting.Acting = &caller.StaffMember{ID: "u-7", Name: "Ana"}
	record := ids.New()
	k.record(k.As(acting), "ana")
	must(t, k.Record(k.As(caller.Caller{Kind: caller.System, Name: "import"}),
		events.Public{Type: "pet.updated", Account: k.Account, Record: record, Object: dog{Name: "system"}}))
	k.record(k.Ctx, "key")
	by := func(record uuid.UUID, actor string, readable ...string) events.FeedQuery {
		q := k.query(events.Oldest)
		q.Record, q.Actor = record, actor
		if readable != nil {
			q.Readable = readable
		}
		return q
	}
	k.want(by(uuid.Nil, "u-7"), "ana")
	k.want(by(uuid.Nil, k.Key.ID.String()), "ana", "key")
	upper := strings.ToUpper(ids.New().String())
	acting.Acting.ID = upper // an id of another system, in its own spelling
	k.record(k.As(acting), "bea")
	k.want(by(uuid.Nil, upper), "bea")
	k.want(by(uuid.Nil, strings.ToUpper(k.Key.ID.String())), "ana", "key", "bea")
	q := by(uuid.Nil, strings.ToUpper(k.Key.ID.String()))
	q.Limit = 2
	k.want(q, "ana", "key", "bea")
	acting.Acting.ID = strings.ToUpper(k.Key.ID.String()) // the key's own id, spelled otherwise
	k.record(k.As(acting), "cleo")
	k.want(by(uuid.Nil, acting.Acting.ID), "ana", "key", "bea", "cleo")
	k.want(by(uuid.Nil, "nobody"))
	k.want(by(record, ""), "system")
	k.want(by(record, "u-7"))
	k.want(by(uuid.Nil, "", "pet.updated"), "system")
	k.want(by(uuid.Nil, "", "rate.created"))
}

func TestFilterThatMatchesLittleReadsOnPageByPage(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	many := func(n int, kind, name string) {
		list := make([]events.Public, n)
		for i := range list {
			list[i] = events.Public{Type: kind, Account: k.Account, Record: ids.New(), Object: dog{Name: name}}
		}
		must(t, k.Record(k.Ctx, list...))
	}
	many(4999, "pet.updated", "x")
	many(1, "pet.created", "at the end of the first scan")
	many(6000, "pet.updated", "x")
	many(1, "pet.created", "far")
	q := k.query(events.Oldest)
	q.Types, q.Readable = []string{"pet.created"}, []string{"pet.created"}
	k.want(q, "at the end of the first scan", "far")
}

func TestCursorOfAnotherDatabaseExpires(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	k.record(k.Ctx, "a")
	next := k.want(k.query(events.Oldest), "a")
	other := feedOn(k.Fresh())
	other.Account = k.Account
	other.wantExpired(next, "another_database")
}

func TestCursorExpiresWhenWhatItHasNotSeenIsDropped(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	retention := k.retention(time.Hour)
	k.SetTime(time.Now())
	sweep := func() int64 {
		t.Helper()
		return testkit.Must[int64](t)(retention.Sweep(k.Ctx))
	}
	sweep()
	none := k.want(k.query(events.Now))
	k.record(k.Ctx, "a", "b", "c")
	q := k.query(events.Oldest)
	q.Limit = 1
	middle := k.page(q).Next
	k.waitForOlderTransactions()
	end := k.want(k.query(events.Oldest), "a", "b", "c")
	if sweep() != 0 {
		t.Fatal("something was dropped at once")
	}
	k.Advance(140 * 24 * time.Hour)
	for sweep() > 0 {
	}
	k.wantExpired(none, "too_old")
	k.wantExpired(middle, "too_old")
	end = k.want(k.query(end))
	begin := k.want(k.query(events.Oldest))
	k.record(k.Ctx, "d")
	k.want(k.query(end), "d")
	k.want(k.query(begin), "d")
	if sweep() != 0 {
		t.Error("the newest partitions do not stay")
	}
}

// waitForOlderTransactions waits until all transactions on the server have ended that are older than an event. For all that a
// cursor knows, they may have written events before it.
func (k feedKit) waitForOlderTransactions() {
	for k.Count("select count(*) from outbox.events where xid >= pg_snapshot_xmin(pg_current_snapshot())") > 0 {
		time.Sleep(time.Millisecond)
	}
}

// The old events that go are of other accounts, so this account's readers have missed nothing.
func TestCursorOfAQuietAccountOutlivesTheEventsOfOthers(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	retention := k.retention(time.Hour)
	k.SetTime(time.Now())
	busy := k.Account
	k.Account = ids.New()
	k.record(k.Ctx, "quiet")
	must(t, k.Record(k.Ctx, events.Public{Type: "pet.created", Account: busy, Record: ids.New(), Object: dog{}}))
	k.waitForOlderTransactions()
	end := k.want(k.query(events.Oldest), "quiet")
	for k.Count("select count(*) from outbox.dropped where times > 0") == 0 {
		k.Advance(24 * time.Hour)
		end = k.want(k.query(end)) // the cursor is never older than a day
		testkit.Must[int64](t)(retention.Sweep(k.Ctx))
	}
	k.record(k.Ctx, "late")
	k.want(k.query(end), "late")
}

func TestReadersHearOfCommitsHereAndElsewhere(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	neighbour := feedKit{k.AnotherAccount(), k.feed}
	watch := func(k feedKit) <-chan struct{} {
		news, stop := k.feed.Watch(k.Account)
		t.Cleanup(stop)
		return news
	}
	mine, theirs := watch(k), watch(neighbour)
	heard := func(news <-chan struct{}) {
		t.Helper()
		select {
		case <-news:
		case <-time.After(time.Minute):
			t.Fatal("nothing was heard")
		}
	}
	heard(mine) // the signal at the start
	heard(theirs)
	late := k.open("late")
	k.record(k.Ctx, "here")
	heard(mine)
	elsewhere := outbox.New(k.DB, nil, clock.System)
	k.Outbox = elsewhere
	slow := k.open("slow")
	k.record(k.Ctx, "there")
	heard(mine)
	slow(nil)
	heard(mine)
	late(nil)
	heard(mine)
	select {
	case <-theirs:
		t.Error("another account was woken")
	default:
	}
}

// With a pooler, statements are not prepared by name, and each may run in another session.
func TestFeedIsReadThroughAPooler(t *testing.T) {
	t.Parallel()
	k := testkit.New(t)
	k.DB = k.Open(postgres.Options{URL: k.URL + "&default_query_exec_mode=cache_describe"})
	k.Outbox = outbox.New(k.DB, nil, k.Clock)
	f := feedOn(k)
	late := f.open("late")
	f.record(k.Ctx, "a", "b", "c")
	q := f.query(events.Oldest)
	q.Limit = 2
	next := f.want(q, "a", "b", "c")
	late(nil)
	f.want(f.query(next), "late")
	q.Types, q.Readable = []string{"pet.updated"}, []string{"pet.updated"}
	f.want(q)
	q.Types, q.Readable, q.Actor = nil, dogTypes, k.Key.ID.String()
	f.want(q, "late", "a", "b", "c")
}
