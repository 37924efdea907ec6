package outbox_test

import (
	"cmp"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// onceChecked is a tracer that calls do once, after the statement that a cursor is checked with and before its events are read.
type onceChecked struct{ do func() }

type isCheck struct{}

func (o *onceChecked) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, isCheck{}, strings.Contains(d.SQL, "select pg_current_snapshot()"))
}

func (o *onceChecked) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if do := o.do; do != nil && ctx.Value(isCheck{}) == true {
		o.do = nil
		do()
	}
}

// A page whose events are dropped after its cursor was checked is no page of the events after them, nor the end of the feed.
func TestCursorExpiresWhenEventsAreDroppedWhileItIsRead(t *testing.T) {
	t.Parallel()
	for name, seen := range map[string][]string{"the first events": nil, "further events": {"a"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := feedOn(testkit.Fresh(t))
			retention := k.retention(time.Hour)
			k.SetTime(time.Now())
			k.sweep(retention)
			k.record(k.Ctx, seen...)
			before := k.want(k.query(events.Now))
			k.record(k.Ctx, "b", "c")
			k.Advance(140 * 24 * time.Hour)
			reader, tracer := *k.Kit, &onceChecked{do: func() { k.sweep(retention) }}
			reader.DB = k.Open(postgres.Options{PoolSize: 1, Tracer: tracer})
			feedOn(&reader).wantExpired(before, "too_old")
			if tracer.do != nil || k.Count("select times from outbox.dropped") == 0 {
				t.Error("nothing was dropped")
			}
		})
	}
}

// The cursor of a round is checked in the message that reads the page. The page waits while a sweep drops the events.
func TestCursorExpiresWhenEventsAreDroppedInItsRound(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	k.record(k.Ctx, "a", "b")
	q := k.query(events.Oldest)
	q.Limit = 1
	reader := *k.Kit
	reader.DB = k.Open(postgres.Options{PoolSize: 2})
	feed, after := feedOn(&reader).feed, k.page(q).Next
	read := func() error {
		_, err := feed.Page(k.Ctx, k.query(after))
		return err
	}
	must(t, read()) // prepares the statements, which would wait together
	var ended <-chan error
	must(t, k.DB.InTx(k.Ctx, func(ctx context.Context) error {
		drop := func(statement string) error {
			_, err := testkit.Exec(ctx, k.DB, statement)
			return err
		}
		if err := drop("lock table outbox.events in access exclusive mode"); err != nil {
			return err
		}
		ended = k.Blocks(ctx, read)
		return cmp.Or(drop(`update outbox.dropped
			set times = times + 1, xid = pg_current_xact_id(), sequence = (select max(sequence) from outbox.events)`),
			drop("delete from outbox.events"))
	}))
	wantExpired(t, <-ended, "too_old")
}

func wantExpired(t testing.TB, err error, reason string) {
	t.Helper()
	if e := testkit.WantKind(t, err, apperr.Gone, "cursor_expired"); e.Reason != reason {
		t.Errorf("%+v, want the reason %s", e, reason)
	}
}

// wantExpired reads on with a cursor that has expired.
func (k feedKit) wantExpired(after, reason string) {
	k.Helper()
	_, err := k.feed.Page(k.Ctx, k.query(after))
	wantExpired(k, err, reason)
}

// The cursor is from when the transaction ran, and only its event goes.
func TestCursorExpiresWhenTheEventOfATransactionThatRanIsDropped(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	retention := k.retention(time.Hour)
	k.SetTime(time.Now())
	k.sweep(retention)
	commit := k.open("late")
	k.sweep(retention) // stores a later transaction, so that the cursor is exact
	oldest := func() int { return k.Count("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint") }
	var running int
	var after string
	for running == 0 || running != oldest() {
		running, after = oldest(), k.want(k.query(events.Now))
	}
	commit(nil)
	k.Advance(140 * 24 * time.Hour)
	k.sweep(retention)
	k.Exec("update outbox.dropped set xid = least(xid, $1::bigint::text::xid8)", running) // tests beside this one may have older transactions
	k.wantExpired(after, "too_old")
}
