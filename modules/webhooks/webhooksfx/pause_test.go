package webhooksfx

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/testkit"
)

func (h *house) pause(b business, w webhooks.WebhookView) {
	h.Helper()
	h.change(b, w, webhooks.WebhookPatch{Active: patch.Of(false)})
}

func TestPausingCancelsWhatWaitsAndKeepsItInTheHistory(t *testing.T) {
	t.Parallel()
	o := settings()
	o.Backoff = time.Hour
	h, r, b, w := delivering(t, o, status(500))
	other := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.updated", 2)
	retrying := func(w webhooks.WebhookView) bool {
		list := h.deliveries(b, w.ID)
		return len(list) == 2 && list[0].Status == webhooks.Retrying && list[1].Status == webhooks.Retrying
	}
	h.Until("both wait for their retries", func() bool { return retrying(w) && retrying(other) })
	h.pause(b, w)
	for _, d := range h.deliveries(b, w.ID) {
		if d.Status != webhooks.Failed || *d.Failure != webhooks.Cancelled || d.NextAttemptAt != nil || d.CompletedAt == nil || len(d.Attempts) != 1 {
			t.Errorf("%+v", d)
		}
	}
	if !retrying(other) {
		t.Error("another webhook's deliveries were cancelled too")
	}
	if _, err := h.service.Redeliver(b.key, w.ID, h.deliveries(b, w.ID)[0].ID); !apperr.Is(err, apperr.Conflict) {
		t.Errorf("redeliver to a paused webhook: %v", err)
	}
	h.change(b, w, webhooks.WebhookPatch{Active: patch.Of(true)})
	h.publish(b.accounts[0], "pet.updated", 1)
	h.Until("it gets new events", func() bool { return len(h.deliveries(b, w.ID)) == 3 })
}

// A request could not cancel a backlog of any length in its time: a webhook whose receiver is dead could be neither paused nor deleted.
func TestPausingWithALongBacklogCancelsItInSteps(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false) // nothing is delivered
	b := h.business(1)
	w, gone := h.webhook(b, "http://127.0.0.1:1/", "pet.*"), h.webhook(b, "http://127.0.0.1:1/", "pet.*")
	h.publish(b.accounts[0], "pet.created", 1)
	h.Exec(`insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger)
		select account_id, webhook_id, event_id, event_type, trigger from webhooks.deliveries, generate_series(1, 20500)`)
	testkit.Must[webhooks.Delivery](t)(h.service.Test(b.key, w.ID))
	open := func(of webhooks.WebhookView) int {
		t.Helper()
		return h.Count("select count(*) from webhooks.deliveries where webhook_id = $1 and failure is distinct from 'cancelled'", of.ID)
	}
	h.pause(b, w)
	must(t, h.service.Delete(b.key, gone.ID, patch.Precondition{}))
	if n := open(w); n == 1 || n > 12_000 {
		t.Errorf("%d are open after the pause", n)
	}
	activate := func() error {
		return second(h.service.Update(b.key, w.ID, webhooks.WebhookPatch{Active: patch.Of(true)}, patch.Precondition{}))
	}
	if err := activate(); !apperr.Is(err, apperr.Unavailable) {
		t.Errorf("it is active while deliveries from before the pause wait: %v", err)
	}
	for range 2 {
		must(t, h.store.CancelRest(t.Context()))
	}
	if err := activate(); err != nil || open(w) != 1 || open(gone) != 0 { // the test goes to a paused webhook, too
		t.Errorf("%v: %d and %d are open", err, open(w), open(gone))
	}
}

func TestAttemptThatRunsWhileItsWebhookIsPausedCounts(t *testing.T) {
	t.Parallel()
	o := settings()
	o.Timeout = time.Minute
	gate := make(chan struct{})
	h, r, b, w := delivering(t, o, after(gate))
	h.publish(b.accounts[0], "pet.updated", 1)
	h.Until("it runs", func() bool { return r.count() == 1 })
	if due := h.deliveries(b, w.ID)[0].NextAttemptAt; due.Before(time.Now().Add(o.Timeout)) {
		t.Errorf("it would be attempted again at %s, before this attempt must have ended", due)
	}
	h.pause(b, w)
	if d := h.deliveries(b, w.ID)[0]; d.Status != webhooks.Failed || *d.Failure != webhooks.Cancelled {
		t.Errorf("%+v", d)
	}
	close(gate)
	h.Until("its success is written down", func() bool {
		d := h.deliveries(b, w.ID)[0]
		return d.Status == webhooks.Delivered && d.Failure == nil && len(d.Attempts) == 1
	})
}

// Its history shows for as long as it is kept what has become of its deliveries.
func TestDeletingCancelsAndHidesTheWebhook(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t)
	h.publish(b.accounts[0], "pet.updated", 2)
	must(t, h.service.Delete(b.key, w.ID, patch.Precondition{}))
	if n := h.Count("select count(*) from webhooks.deliveries where failure = 'cancelled' and next_attempt_at is null"); n != 2 {
		t.Errorf("%d cancelled", n)
	}
	if n := h.Count("select count(*) from webhooks.webhooks where length(secret) > 0"); n != 0 {
		t.Error("its secret is still there")
	}
	_, gone := h.service.Get(b.key, w.ID)
	_, tested := h.service.Test(b.key, w.ID)
	_, again := h.service.Redeliver(b.key, w.ID, h.deliveries(b, w.ID)[0].ID)
	_, elsewhere := h.service.ListDeliveries(h.business(1).key, w.ID, webhooks.Filter{}, pageOf(1))
	for _, err := range []error{gone, tested, again, elsewhere, h.service.Delete(b.key, w.ID, patch.Precondition{})} {
		if !apperr.Is(err, apperr.NotFound) {
			t.Errorf("%v", err)
		}
	}
	for _, d := range h.deliveries(b, w.ID) {
		if d.Status != webhooks.Failed || *d.Failure != webhooks.Cancelled {
			t.Errorf("%+v", d)
		}
	}
	h.publish(b.accounts[0], "pet.updated", 1)
	if n := h.Count("select count(*) from webhooks.deliveries"); n != 2 {
		t.Errorf("a deleted webhook got an event: %d deliveries", n)
	}
}

// A transaction that ran while the webhook was paused has enqueued its event without seeing the pause.
func TestEventsLinedUpWhileTheWebhookIsPausedAreCancelledByTheWorker(t *testing.T) {
	t.Parallel()
	h, r, b, w := delivering(t, settings(), status(200))
	must(t, h.DB.InTx(t.Context(), func(ctx context.Context) error {
		err := h.Outbox.Record(ctx, events.Public{Type: "pet.updated", Account: b.accounts[0], Record: ids.New(), Object: pet{"Rex"}})
		sent := errors.Join(tx.Flush(ctx), h.DB.In(ctx).Exec("select").Error) // with which it is sent
		h.pause(b, w)                                                         // on another connection, without waiting
		return errors.Join(err, sent)
	}))
	d := h.settled(b, w.ID, 1)[0]
	if d.Status != webhooks.Failed || *d.Failure != webhooks.Cancelled || d.AttemptCount != 0 || r.count() != 0 {
		t.Errorf("%d requests, %+v", r.count(), d)
	}
}

func TestTestGoesToThatWebhookAloneAlsoWhenPaused(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), true)
	r := newReceiver(t, status(200))
	b := h.business(2)
	w := h.webhook(b, r.URL, "pet.created")
	everything := h.webhook(b, r.URL, "*")
	h.pause(b, w)
	d, err := h.service.Test(b.key, w.ID)
	if err != nil || d.Trigger != webhooks.ByTest || d.Status != webhooks.Pending || d.EventType != "webhook.test" || d.AttemptCount != 0 {
		t.Fatalf("%+v %v", d, err)
	}
	done := h.settled(b, w.ID, 1)[0]
	if done.ID != d.ID || done.Status != webhooks.Delivered {
		t.Errorf("%+v", done)
	}
	e := envelope(t, r.requests()[0].body)
	object := e["data"].(map[string]any)["object"].(map[string]any)
	if e["type"] != "webhook.test" || e["id"] != d.EventID.String() || object["id"] != w.ID.String() || object["secret"] != nil {
		t.Errorf("%v", e)
	}
	if len(h.deliveries(b, everything.ID)) != 0 || r.count() != 1 {
		t.Error("others heard of the test")
	}
	for _, account := range b.accounts {
		only := testkit.Must[webhooks.WebhookView](t)(h.service.Create(b.key, webhooks.WebhookCreate{
			URL: r.URL, EventTypes: []string{"*"}, AccountIDs: []uuid.UUID{account},
		}))
		if d := testkit.Must[webhooks.Delivery](t)(h.service.Test(b.key, only.ID)); d.AccountID != account {
			t.Errorf("%+v, want one of account %s", d, account)
		}
	}
	if again, err := h.service.Test(b.key, w.ID); err != nil || again.EventID == d.EventID {
		t.Errorf("%+v %v", again, err)
	}
}

func TestTestOfADeadURLIsAttemptedOnceAndInTheHistory(t *testing.T) {
	t.Parallel()
	o := settings()
	o.Backoff = time.Hour // nothing waits for a retry
	h := open(fresh(t), o, true)
	r := newReceiver(t, status(500))
	b := h.business(1)
	failing, dead := h.webhook(b, r.URL), h.webhook(b, "http://127.0.0.1:1/")
	for _, w := range []webhooks.WebhookView{failing, dead} {
		testkit.Must[webhooks.Delivery](t)(h.service.Test(b.key, w.ID))
		d := h.settled(b, w.ID, 1)[0]
		if d.Status != webhooks.Failed || *d.Failure != webhooks.Exhausted || len(d.Attempts) != 1 {
			t.Errorf("%+v", d)
		}
	}
	if r.count() != 1 {
		t.Errorf("%d requests", r.count())
	}
}

func TestSweepersRemoveWhatIsOldAndNothingElse(t *testing.T) {
	t.Parallel()
	h, r, b, w := delivering(t, settings(), status(200))
	gone, busy := h.webhook(b, "http://127.0.0.1:1/", "pet.created"), h.webhook(b, r.URL, "pet.updated")
	h.publish(b.accounts[0], "customer.updated", 2) // old events, one of them redelivered recently
	h.settled(b, w.ID, 2)
	h.Exec("update webhooks.deliveries set completed_at = completed_at - interval '31 days'")
	testkit.Must[webhooks.Delivery](t)(h.service.Redeliver(b.key, w.ID, h.deliveries(b, w.ID)[0].ID))
	h.settled(b, w.ID, 3)
	h.Exec("update webhooks.deliveries set completed_at = now() - interval '30 days' + interval '1 minute' where trigger = 'redelivery'")
	h.publish(b.accounts[0], "pet.updated", 1) // recent
	h.settled(b, w.ID, 4)
	h.settled(b, busy.ID, 1)
	for _, deleted := range []webhooks.WebhookView{gone, busy} {
		must(t, h.service.Delete(b.key, deleted.ID, patch.Precondition{}))
	}
	h.Exec("update webhooks.webhooks set deleted_at = deleted_at - interval '31 days' where deleted_at is not null")

	for _, sweep := range []struct {
		what string
		run  func(context.Context) (int64, error)
		want int64
	}{
		{"deliveries", h.store.SweepDeliveries, 2}, {"webhooks", h.store.SweepWebhooks, 1},
	} {
		n := int64(0)
		h.Until("all are removed: "+sweep.what, func() bool { // a sweep skips what the worker has locked
			more, err := sweep.run(t.Context())
			n += more
			return n >= sweep.want || err != nil
		})
		if more, err := sweep.run(t.Context()); err != nil || n != sweep.want || more != 0 {
			t.Errorf("%s: %d, once more: %d %v", sweep.what, n, more, err)
		}
	}
	if list := h.deliveries(b, w.ID); len(list) != 2 || list[0].RequestBody == "" || len(list[1].Attempts) != 1 {
		t.Errorf("%+v", list)
	}
	if list := h.deliveries(b, busy.ID); len(list) != 1 {
		t.Errorf("the history of a deleted webhook: %+v", list)
	}
	if n := h.Count("select count(*) from webhooks.attempts"); n != 3 {
		t.Errorf("%d attempts left", n)
	}
}
