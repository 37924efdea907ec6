package outbox_test

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/testkit"
)

// origin is the beginning of a cursor: where its events were read.
type origin struct{ system, database, timeline, position uint64 }

// relocating is a Signer that changes where cursors come from, as if their events had been read in another place.
type relocating struct {
	outbox.Signer
	to func(*origin)
}

func (r relocating) Sign(plain []byte, purpose string) []byte {
	const version = 1
	from, rest := origin{system: binary.BigEndian.Uint64(plain[version:])}, plain[version+8:]
	for _, n := range []*uint64{&from.database, &from.timeline, &from.position} {
		value, size := binary.Uvarint(rest)
		*n, rest = value, rest[size:]
	}
	r.to(&from)
	b := binary.BigEndian.AppendUint64(slices.Clone(plain[:version]), from.system)
	for _, n := range []uint64{from.database, from.timeline, from.position} {
		b = binary.AppendUvarint(b, n)
	}
	return r.Signer.Sign(append(b, rest...), purpose)
}

// from returns the cursor at the end of the feed, as another place would have issued it.
func (k feedKit) from(to func(*origin)) string {
	k.Helper()
	elsewhere := feedKit{k.Kit, outbox.NewFeed(k.DB, nil, relocating{k.box(), to})}
	return elsewhere.want(elsewhere.query(events.Now))
}

// After a failover, a cursor holds if the new primary has proof of all that the cursor has seen.
func TestCursorExpiresUnlessTheHistoryHasAllThatItHasSeen(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	const before, proven = 77, 1_000_000
	k.Exec(`insert into outbox.timelines values ($1, '0/0'::pg_lsn + $2::bigint)`, before, proven)
	for name, c := range map[string]struct {
		to     func(*origin)
		reason string
	}{
		"this history":           {func(*origin) {}, ""},
		"more of it":             {func(o *origin) { o.position += 1 << 40 }, "lost_history"},
		"a timeline before":      {func(o *origin) { o.timeline, o.position = before, proven }, ""},
		"more than it proves":    {func(o *origin) { o.timeline, o.position = before, proven+1 }, "lost_history"},
		"a timeline not proven":  {func(o *origin) { o.timeline, o.position = before+1, 0 }, "lost_history"},
		"a cluster of that name": {func(o *origin) { o.system++ }, "another_database"},
		"a database beside":      {func(o *origin) { o.database++ }, "another_database"},
	} {
		after := k.from(c.to)
		if c.reason == "" {
			k.want(k.query(after))
			continue
		}
		_, err := k.feed.Page(k.Ctx, k.query(after))
		if e := testkit.WantKind(t, err, apperr.Gone, "cursor_expired"); e == nil || e.Reason != c.reason {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// A standby with the row that is stored after a cursor was issued has all that the cursor has seen.
func TestLogPositionOfIssuedCursorsIsStored(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]int{"in a round": 1, "at its end": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := feedOn(testkit.Fresh(t))
			var seen uint64
			k.feed = outbox.NewFeed(k.DB, nil, relocating{k.box(), func(o *origin) { seen = o.position }})
			ctx, end := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { k.feed.Run(ctx, func(err error) { t.Error(err) }) })
			defer running.Wait()
			defer end()
			k.record(k.Ctx, "a", "b")
			q := k.query(events.Oldest)
			q.Limit = limit
			if p := k.page(q); p.More != (limit == 1) || seen == 0 {
				t.Fatalf("%+v, %d", p, seen)
			}
			k.Until("it is stored", func() bool {
				return k.Count("select count(*) from outbox.timelines where position >= '0/0'::pg_lsn + $1::bigint", int64(seen)) == 1
			})
		})
	}
}

// A copy of the data folder that is put back has the same timeline. Once its log has grown beyond what was lost, positions tell nothing, but
// the first cursor that is ahead of the log expires all of them.
func TestACursorAheadOfTheLogExpiresAllCursors(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]int{"in a round": 1, "at its end": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := feedOn(testkit.Fresh(t))
			start := func() {
				t.Helper()
				must(t, k.retention(time.Hour).Prepare(k.Ctx))
			}
			start()
			k.record(k.Ctx, "a", "b")
			elsewhere := feedKit{k.Kit, outbox.NewFeed(k.DB, nil, relocating{k.box(), func(o *origin) { o.position += 1 << 40 }})}
			q := elsewhere.query(events.Oldest)
			q.Limit = limit
			ahead, beside := elsewhere.page(q).Next, k.want(k.query(events.Now))
			k.wantExpired(ahead, "lost_history")
			k.record(k.Ctx, "c")
			k.wantExpired(ahead, "another_database")
			k.wantExpired(beside, "another_database") // it may have seen what was lost, too
			next := k.want(k.query(events.Oldest), "a", "b", "c")
			start()
			k.want(k.query(next))
		})
	}
}

// Whoever waits for events goes on waiting, and an operator hears of it.
func TestFeedGoesOnAfterAPanic(t *testing.T) {
	t.Parallel()
	f := outbox.NewFeed(nil, nil, nil) // without a database
	_, leave := f.Watch(uuid.New())
	defer leave()
	ctx, stop := context.WithCancel(t.Context())
	n := 0
	f.Run(ctx, func(err error) {
		if n++; n == 2 || panics.Stack(err) == nil {
			stop()
		}
	})
	if n != 2 {
		t.Errorf("%d panics", n)
	}
}
