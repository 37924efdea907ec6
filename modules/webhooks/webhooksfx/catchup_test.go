package webhooksfx

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/owners"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/testkit"
)

// underWay begins a transaction that records an event of each type, and returns when the database has run it up to the end. end commits,
// or rolls back if err is not nil.
func (h *house) underWay(account uuid.UUID, types ...string) (end func(err error)) {
	h.Helper()
	ran, finish, ended := make(chan struct{}), make(chan error), make(chan error, 1)
	go func() {
		ended <- h.DB.InTx(h.Context(), func(ctx context.Context) error {
			for _, kind := range types {
				if err := h.Outbox.Record(ctx, events.Public{Type: kind, Account: account, Record: ids.New(), Object: pet{"Rex"}}); err != nil {
					return err
				}
			}
			if err := tx.Flush(ctx); err != nil {
				return err
			}
			close(ran)
			return <-finish
		})
	}()
	<-ran
	return func(err error) {
		h.Helper()
		finish <- err
		if got := <-ended; !errors.Is(got, err) {
			h.Fatal(got)
		}
	}
}

// replays are the worker's, to take turns one at a time.
func (h *house) replays() replayer {
	return replayer{tx: h.DB, store: h.store, owners: owners.New(h.accounts)}
}

func (h *house) catchUp() {
	h.Helper()
	testkit.Must[bool](h)(h.replays().catchUp(h.Context()))
}

// caughtUp catches up until no webhook waits for a transaction; those of other databases count, too.
func (h *house) caughtUp() {
	h.Helper()
	h.Until("no webhook waits", func() bool {
		h.catchUp()
		var n int
		err := h.DB.In(h.Context()).Raw("select count(*) from webhooks.webhooks where subscribed is not null or awaited is not null").Scan(&n).Error
		return err == nil && n == 0
	})
}

// typesOf returns the event types of a webhook's deliveries, sorted.
func (h *house) typesOf(b business, webhook uuid.UUID) (types []string) {
	h.Helper()
	for _, d := range h.deliveries(b, webhook) {
		types = append(types, d.EventType)
	}
	slices.Sort(types)
	return types
}

// Whoever subscribes and then reads all records knows everything: what was not committed by then is delivered.
func TestTransactionsUnderWayReachNewSubscriptions(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b, other := h.business(2), h.business(1)
	before := h.webhook(b, "https://example.com/")
	paused, narrow := h.webhook(b, "https://example.com/"), h.webhook(b, "https://example.com/", "customer.*")
	h.change(b, paused, webhooks.WebhookPatch{Active: patch.Of(false)})
	h.caughtUp()

	long := h.underWay(b.accounts[0], "pet.created")
	short := h.underWay(b.accounts[0], "pet.updated", "customer.updated")
	undone := h.underWay(b.accounts[0], "pet.updated")
	abroad := h.underWay(other.accounts[0], "pet.updated")
	made, some := h.webhook(b, "https://example.com/"), h.webhook(b, "https://example.com/", "pet.updated")
	h.change(b, paused, webhooks.WebhookPatch{Active: patch.Of(true)})
	h.change(b, narrow, webhooks.WebhookPatch{EventTypes: patch.Of([]string{"*"})})
	elsewhere := testkit.Must[webhooks.WebhookView](t)(h.service.Create(b.key, webhooks.WebhookCreate{
		URL: "https://example.com/", EventTypes: []string{"*"}, AccountIDs: b.accounts[1:],
	}))
	gone := h.webhook(b, "https://example.com/")
	must(t, h.service.Delete(b.key, gone.ID, patch.Precondition{}))
	testkit.Must[webhooks.Delivery](t)(h.service.Test(b.key, before.ID))
	check := func(when string, of func(w uuid.UUID) []string, want ...string) {
		t.Helper()
		for range 2 {
			h.catchUp() // each once, however often it looks
		}
		for name, w := range map[string]uuid.UUID{"made": made.ID, "activated": paused.ID, "extended": narrow.ID} {
			if got := of(w); !slices.Equal(got, want) {
				t.Errorf("%s: the %s webhook gets %q", when, name, got)
			}
		}
	}
	all := func(w uuid.UUID) []string { return h.typesOf(b, w) }
	check("while they run", all)
	short(nil)
	undone(errors.New("undone"))
	abroad(nil)
	h.publish(b.accounts[0], "pet.updated", 1)
	check("after a short one", func(w uuid.UUID) []string { return slices.Compact(all(w)) }, "customer.updated", "pet.updated")
	if got := all(some.ID); !slices.Equal(got, []string{"pet.updated", "pet.updated"}) {
		t.Errorf("of one type: %q", got)
	}
	long(nil)
	check("in the end", func(w uuid.UUID) []string { return slices.Compact(all(w)) }, "customer.updated", "pet.created", "pet.updated")
	for w, want := range map[uuid.UUID]int{before.ID: 5, made.ID: 4, paused.ID: 4, narrow.ID: 4, elsewhere.ID: 0} {
		if got := all(w); len(got) != want {
			t.Errorf("%d deliveries, not %d: %q", len(got), want, got)
		}
	}
	h.caughtUp()
	if n := h.Count("select count(*) from webhooks.deliveries where webhook_id = $1", gone.ID); n > 0 {
		t.Errorf("%d deliveries of the deleted webhook", n)
	}
}

// A transaction that begins while a webhook is being created does not see it, and may be the newest of all when the worker looks.
func TestTransactionThatBeginsDuringASubscriptionReachesIt(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(1)
	for range 5 { // in most turns, no other test's newer transaction ends meanwhile
		var w webhooks.WebhookView
		var end func(error)
		must(t, h.DB.InTx(b.key, func(ctx context.Context) (err error) {
			w, err = h.service.Create(ctx, webhooks.WebhookCreate{URL: "https://example.com/", EventTypes: []string{"*"}})
			end = h.underWay(b.accounts[0], "pet.created")
			return err
		}))
		h.catchUp()
		end(nil)
		h.catchUp()
		if got := h.typesOf(b, w.ID); !slices.Equal(got, []string{"pet.created"}) {
			t.Fatalf("it gets %q", got)
		}
		must(t, h.service.Delete(b.key, w.ID, patch.Precondition{}))
	}
}

func TestTransactionThatEndsBeforeItsWebhookIsChangedReachesIt(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(1)
	end := h.underWay(b.accounts[0], "pet.created")
	w := h.webhook(b, "https://example.com/")
	end(nil)
	h.Exec("update accounts.accounts set status = 'inactive' where id = $1", b.accounts[0]) // its events are delivered all the same
	h.change(b, w, webhooks.WebhookPatch{Description: patch.Of("CRM")})
	h.catchUp()
	if got := h.typesOf(b, w.ID); !slices.Equal(got, []string{"pet.created"}) {
		t.Errorf("it gets %q", got)
	}
}

// What one transaction of the worker cannot queue, the next ones do.
func TestLongImportUnderWayReachesANewSubscription(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(1)
	var w webhooks.WebhookView
	const more = 20_000
	must(t, h.DB.InTx(h.Context(), func(ctx context.Context) error {
		err := h.Outbox.Record(ctx, events.Public{Type: "pet.created", Account: b.accounts[0], Record: ids.New(), Object: pet{"Rex"}})
		sent := tx.Flush(ctx)
		added := h.DB.In(ctx).Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at)
			select account_id, webhooks.new_id(), nextval('outbox.sequence'), type, record_id, body, created_at
			from outbox.events, generate_series(1, ?) where account_id = ?`, more, b.accounts[0]).Error
		w = h.webhook(b, "https://example.com/") // on another connection
		return errors.Join(err, sent, added)
	}))
	narrow := webhooks.WebhookPatch{EventTypes: patch.Of([]string{"pet.created"})}
	if _, err := h.service.Update(b.key, w.ID, narrow, patch.Precondition{}); !apperr.Is(err, apperr.Unavailable) {
		t.Errorf("it is changed before all that it has missed is queued: %v", err)
	}
	h.catchUp()
	h.catchUp()
	must(t, second(h.service.Update(b.key, w.ID, narrow, patch.Precondition{})))
	if n := h.Count("select count(distinct event_id) from webhooks.deliveries where webhook_id = $1", w.ID); n != more+1 {
		t.Errorf("%d of %d events are queued", n, more+1)
	}
}

// Everything that a snapshot does not show that is read after the subscription is delivered, under load and with two workers.
func TestSubscriptionsUnderLoadMissNothing(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	h, replica := open(k, settings(), false), open(k, settings(), false)
	b := h.business(1)
	var writers sync.WaitGroup
	var stop atomic.Bool
	for range 3 {
		writers.Go(func() {
			for n := 0; n < 300 && !stop.Load(); n++ {
				h.publish(b.accounts[0], "pet.updated", 1)
			}
		})
	}
	missing := func(snapshot string, webhook uuid.UUID) (n int) {
		t.Helper()
		if err := h.DB.In(h.Context()).Raw(`select count(*) from outbox.events e where account_id = ? and not pg_visible_in_snapshot(xid, ?::text::pg_snapshot)
			and (select count(*) from webhooks.deliveries d where d.event_id = e.id and d.webhook_id = ?) <> 1`,
			b.accounts[0], snapshot, webhook).Scan(&n).Error; err != nil {
			t.Error(err)
		}
		return n
	}
	snapshots := map[uuid.UUID]string{}
	for i := range 10 {
		w := h.webhook(b, fmt.Sprintf("https://example.com/%d", i))
		var snapshot string
		must(t, h.DB.In(h.Context()).Raw("select pg_current_snapshot()::text").Scan(&snapshot).Error)
		snapshots[w.ID] = snapshot
		var both sync.WaitGroup
		both.Go(h.catchUp)
		both.Go(replica.catchUp)
		both.Wait()
	}
	stop.Store(true)
	writers.Wait()
	h.caughtUp()
	for w, snapshot := range snapshots {
		if n := missing(snapshot, w); n > 0 {
			t.Errorf("%d events are missing or repeated", n)
		}
	}
}

// A transaction that takes minutes makes the deliveries of what it has recorded and not undone at its end.
func TestDeferredDeliveriesAreMadeOnDemand(t *testing.T) {
	t.Parallel()
	h := open(shared(t), settings(), false)
	b := h.business(1)
	all, some := h.webhook(b, "https://example.com/"), h.webhook(b, "https://example.com/", "pet.updated")
	h.publish(b.accounts[0], "pet.updated", 1)
	record := func(ctx context.Context, kind string) error {
		return h.Outbox.Record(ctx, events.Public{Type: kind, Account: b.accounts[0], Record: ids.New(), Object: pet{"Rex"}})
	}
	undone := errors.New("undone")
	must(t, h.DB.InOuterTx(h.Context(), func(ctx context.Context) error {
		ctx = webhooks.Defer(ctx)
		err := h.DB.InTx(ctx, func(ctx context.Context) error { return errors.Join(record(ctx, "customer.updated"), undone) })
		if !errors.Is(err, undone) {
			t.Error(err)
		}
		if err := errors.Join(record(ctx, "pet.created"), record(ctx, "pet.updated")); err != nil {
			return err
		}
		var n int
		err = h.DB.In(ctx).Raw("select count(*) from webhooks.deliveries where account_id = ?", b.accounts[0]).Scan(&n).Error
		if err != nil || n != 2 {
			t.Errorf("%d deliveries before they are wanted, %v", n, err)
		}
		return h.enqueuer.EnqueueDeferred(ctx, b.accounts[0])
	}))
	if got := h.typesOf(b, all.ID); !slices.Equal(got, []string{"pet.created", "pet.updated", "pet.updated"}) {
		t.Errorf("%q for all", got)
	}
	if got := h.typesOf(b, some.ID); !slices.Equal(got, []string{"pet.updated", "pet.updated"}) {
		t.Errorf("%q for one type", got)
	}
}
