package webhooksfx

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/engine"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
	"github.com/petcare/petcare/platform/clock"
)

func TestTwoWorkersNeverAttemptOneDeliveryAtOnce(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	o := settings()
	o.Backoff = time.Millisecond
	first := open(k, o, true)
	open(k, o, true)
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
		<-time.After(time.Duration(rand.IntN(3000)) * time.Microsecond)
		w.WriteHeader([]int{200, 500, 200}[rand.IntN(3)])
	})
	b := first.business(1)
	w := first.webhook(b, r.URL)
	other := first.webhook(b, r.URL+"/other")
	for range 10 {
		first.publish(b.accounts[0], "pet.updated", 20)
	}
	list := append(first.settled(b, w.ID, 200), first.settled(b, other.ID, 200)...)
	attempts := 0
	for _, d := range list {
		attempts += len(d.Attempts)
		for i, a := range d.Attempts {
			if a.Number != i+1 || i > 0 && a.StartedAt.Before(d.Attempts[i-1].StartedAt.Add(time.Duration(d.Attempts[i-1].DurationMS)*time.Millisecond)) {
				t.Errorf("attempts overlap: %+v", d.Attempts)
			}
		}
		if d.AttemptCount != len(d.Attempts) {
			t.Errorf("%d counted, %d made", d.AttemptCount, len(d.Attempts))
		}
	}
	// Each event goes to two webhooks here, so two concurrent requests are right and three are not.
	if r.count() != attempts || r.atOnce > 2 {
		t.Errorf("%d requests for %d attempts, up to %d at once", r.count(), attempts, r.atOnce)
	}
}

// crashing simulates a process that is killed after sending, so that its results are lost.
type crashing struct {
	*store.Store
	lease time.Duration
	lost  atomic.Int64
}

func (q *crashing) Claim(ctx context.Context, c engine.Claim) ([]engine.Due, error) {
	c.Lease = q.lease // the real lease takes too long
	return q.Store.Claim(ctx, c)
}

func (q *crashing) Finish(context.Context, []engine.Done, engine.Limits) ([]string, error) {
	q.lost.Add(1)
	return nil, errors.New("killed")
}

func TestCrashBetweenSendAndFinishSendsAgainAndCountsTheAttempt(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	o := settings()
	h := open(k, o, false)
	r := newReceiver(t, status(200))
	b := h.business(1)
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.updated", 1)

	q := &crashing{Store: h.store, lease: 300 * time.Millisecond}
	o = o.WithDefaults()
	o.Box, o.MaxRetries, o.Poll = h.box, 1, time.Hour
	crashed := newEngine(q, newSender(o, clock.System), o, make(chan struct{}, 1), h.faults)
	crashed.Start()
	h.Until("the result is lost", func() bool { return q.lost.Load() > 0 })
	gone, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := crashed.Stop(gone); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("stop: %v", err)
	}

	open(k, settings(), true)
	d := h.settled(b, w.ID, 1)[0]
	got := r.requests()
	if len(got) != 2 || got[0].id() != got[1].id() || got[0].body != got[1].body {
		t.Errorf("%d requests", len(got))
	}
	if d.Status != webhooks.Delivered || d.AttemptCount != 2 || len(d.Attempts) != 1 || d.Attempts[0].Number != 2 {
		t.Errorf("%+v", d)
	}
}

func TestRetriesAreBoundedEvenWhenEveryAttemptCrashes(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(1)
	w := h.webhook(b, "http://127.0.0.1:1/")
	h.publish(b.accounts[0], "pet.updated", 1)
	c := engine.Claim{Limits: engine.Limits{MaxAttempts: 3, Window: time.Hour}, PerEndpoint: 10, Free: 10} // a lease of 0 expires at once
	for i := range 3 {
		if list, err := h.store.Claim(t.Context(), c); err != nil || len(list) != 1 || list[0].Number != i+1 || list[0].Ended != "" {
			t.Fatalf("%+v %v", list, err)
		}
	}
	if list, err := h.store.Claim(t.Context(), c); err != nil || len(list) != 1 || list[0].Ended != "exhausted" {
		t.Fatalf("%+v %v", list, err)
	}
	if d := h.deliveries(b, w.ID)[0]; d.Status != webhooks.Failed || *d.Failure != webhooks.Exhausted || d.AttemptCount != 3 {
		t.Errorf("%+v", d)
	}
	if list, err := h.store.Claim(t.Context(), c); err != nil || len(list) != 0 {
		t.Errorf("%+v %v", list, err)
	}
}

func TestLateFinishDoesNotOverwrite(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(1)
	w := h.webhook(b, "http://127.0.0.1:1/")
	h.publish(b.accounts[0], "pet.updated", 1)
	limits := engine.Limits{MaxAttempts: 9, Window: time.Hour}
	claim := func(lease time.Duration) engine.Due {
		list, err := h.store.Claim(t.Context(), engine.Claim{Limits: limits, Lease: lease, PerEndpoint: 10, Free: 10})
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v %v", list, err)
		}
		return list[0]
	}
	finish := func(d engine.Due, status int, outcome string) {
		_, err := h.store.Finish(t.Context(), []engine.Done{{
			Account: d.Account, ID: d.ID, Webhook: d.Webhook, Number: d.Number, StartedAt: time.Now(), Status: status, Outcome: outcome,
		}}, limits)
		if err != nil {
			t.Fatal(err)
		}
	}
	slow, second := claim(0), claim(time.Minute)
	finish(slow, 404, "permanent")
	d := h.deliveries(b, w.ID)[0]
	if d.CompletedAt != nil || d.AttemptCount != 2 || len(d.Attempts) != 1 {
		t.Errorf("the late finish moved it: %+v", d)
	}
	if err := h.store.Release(t.Context(), []engine.Due{slow}); err != nil {
		t.Fatal(err)
	}
	if d := h.deliveries(b, w.ID)[0]; d.AttemptCount != 2 || d.NextAttemptAt.Before(time.Now().Add(30*time.Second)) {
		t.Errorf("the late release moved it: %+v", d)
	}
	finish(second, 200, "delivered")
	finish(slow, 404, "permanent")
	d = h.deliveries(b, w.ID)[0]
	if d.Status != webhooks.Delivered || len(d.Attempts) != 2 || *d.Attempts[0].ResponseStatus != 404 || *d.Attempts[1].ResponseStatus != 200 {
		t.Errorf("%+v", d)
	}
}
