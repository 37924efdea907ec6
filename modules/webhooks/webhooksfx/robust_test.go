package webhooksfx

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/engine"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
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

// claimOne has a lease that expires at once, like that of a process that was killed long ago.
func (h *house) claimOne(l engine.Limits) engine.Due {
	h.Helper()
	return h.claimFor(l, 0)
}

func (h *house) claimFor(l engine.Limits, lease time.Duration) engine.Due {
	h.Helper()
	list, err := h.store.Claim(h.Context(), engine.Claim{Limits: l, Lease: lease, PerEndpoint: 10, Free: 10})
	if err != nil || len(list) != 1 {
		h.Fatalf("%+v %v", list, err)
	}
	return list[0]
}

func TestKillDuringTheLastAllowedAttemptSendsAgain(t *testing.T) {
	t.Parallel()
	for name, trigger := range map[string]webhooks.Trigger{"an event": webhooks.ByEvent, "a test": webhooks.ByTest} {
		k := fresh(t)
		o := settings()
		o.MaxRetries, o.Window = 0, time.Nanosecond // also after a downtime that is longer than the window
		h := open(k, o, false)
		b := h.business(1)
		r := newReceiver(t, status(500))
		w := h.webhook(b, r.URL, "pet.*")
		if trigger == webhooks.ByEvent {
			h.publish(b.accounts[0], "pet.updated", 1)
		} else {
			testkit.Must[webhooks.Delivery](t)(h.service.Test(b.key, w.ID))
		}
		for i := range 2 {
			if d := h.claimOne(engine.Limits{MaxAttempts: 1, Window: o.Window}); d.Number != i+1 || d.Ended != "" {
				t.Fatalf("%s: %+v", name, d)
			}
		}
		open(k, o, true)
		d := h.settled(b, w.ID, 1)[0]
		if d.Trigger != trigger || *d.Failure != webhooks.Exhausted || d.AttemptCount != 3 || len(d.Attempts) != 1 || r.count() != 1 {
			t.Errorf("%s: %d requests, %+v", name, r.count(), d)
		}
	}
}

func TestRetriesEndWithTheLastKnownAttemptWhenFewerAreAllowed(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t)
	h.publish(b.accounts[0], "pet.updated", 1)
	before := engine.Limits{MaxAttempts: 9, Window: time.Hour}
	for range 3 {
		d := h.claimOne(before)
		done := engine.Done{Account: d.Account, ID: d.ID, Webhook: d.Webhook, Number: d.Number, StartedAt: time.Now(), Outcome: "retryable"}
		testkit.Must[[]string](t)(h.store.Finish(t.Context(), []engine.Done{done}, before))
	}
	if d := h.claimOne(engine.Limits{MaxAttempts: 3, Window: time.Hour}); d.Ended != "exhausted" {
		t.Errorf("%+v", d)
	}
	if d := h.deliveries(b, w.ID)[0]; *d.Failure != webhooks.Exhausted || d.AttemptCount != 3 || len(d.Attempts) != 3 {
		t.Errorf("%+v", d)
	}
}

func TestAttemptsAreBoundedEvenWhenEachOneCrashes(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t)
	h.publish(b.accounts[0], "pet.updated", 1)
	h.Exec("update webhooks.deliveries set attempts = 998")
	l := engine.Limits{MaxAttempts: 3, Window: time.Hour}
	for i := range 2 {
		if d := h.claimOne(l); d.Number != 999+i || d.Ended != "" {
			t.Fatalf("%+v", d)
		}
	}
	if d := h.claimOne(l); d.Ended != "exhausted" {
		t.Fatalf("%+v", d)
	}
	if d := h.deliveries(b, w.ID)[0]; d.Status != webhooks.Failed || *d.Failure != webhooks.Exhausted || d.AttemptCount != 1000 {
		t.Errorf("%+v", d)
	}
	if n := h.Count("select count(*) from webhooks.deliveries where next_attempt_at is not null"); n != 0 {
		t.Errorf("%d are still open", n)
	}
}

func TestClaimTakesTheOldestThatNobodyHolds(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t)
	h.publish(b.accounts[0], "pet.updated", 4)
	list := h.deliveries(b, w.ID)
	slices.Reverse(list)
	h.Exec("update webhooks.deliveries set next_attempt_at = now() - interval '1 minute' where id = $1", list[3].ID) // a retry that is overdue
	held := errors.New("held")
	err := h.DB.InTx(t.Context(), func(ctx context.Context) error {
		if err := h.DB.In(ctx).Exec("select from webhooks.deliveries where id = ? for update", list[0].ID).Error; err != nil {
			return err
		}
		soon, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		got, err := h.store.Claim(soon, engine.Claim{
			Limits: engine.Limits{MaxAttempts: 9, Window: time.Hour}, Lease: time.Minute, PerEndpoint: 2, Free: 10,
		})
		claimed := map[uuid.UUID]bool{}
		for _, d := range got {
			claimed[d.ID] = true
		}
		if len(got) != 2 || !claimed[list[3].ID] || !claimed[list[1].ID] {
			t.Errorf("%+v, %v", got, err)
		}
		return held
	})
	if !errors.Is(err, held) {
		t.Error(err)
	}
}

// A pause cancels what is being attempted, too. If it is activated again, that is not retried.
func TestReleaseAndFailureLeaveWhatWasCancelled(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t)
	limits := engine.Limits{MaxAttempts: 9, Window: time.Hour}
	for _, end := range []func(d engine.Due) error{
		func(d engine.Due) error { return h.store.Release(t.Context(), []engine.Due{d}) },
		func(d engine.Due) error {
			done := engine.Done{Account: d.Account, ID: d.ID, Webhook: d.Webhook, Number: d.Number, StartedAt: time.Now(), Outcome: "retryable"}
			return second(h.store.Finish(t.Context(), []engine.Done{done}, limits))
		},
	} {
		h.publish(b.accounts[0], "pet.updated", 1)
		claimed := h.claimOne(limits)
		h.pause(b, w)
		must(t, end(claimed))
		d := h.deliveries(b, w.ID)[0]
		if d.NextAttemptAt != nil || d.Status != webhooks.Failed || *d.Failure != webhooks.Cancelled || d.AttemptCount != 1 {
			t.Errorf("%+v", d)
		}
		h.change(b, w, webhooks.WebhookPatch{Active: patch.Of(true)})
	}
}

func TestFinishesOfTheSameWebhooksAtOnceTakeTurns(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(1)
	first, other := h.webhook(b, "http://127.0.0.1:1/"), h.webhook(b, "http://127.0.0.1:2/")
	h.Exec(`update webhooks.health set last_failure_at = null where webhook_id = $1`, first.ID) // its row lies behind the other one now
	done := make([]engine.Done, 20)                                                             // so many that the planner prefers to go through the table
	for i := range done {
		webhook := ids.New() // removed meanwhile
		if i < 2 {
			webhook = []uuid.UUID{other.ID, first.ID}[i]
		}
		done[i] = engine.Done{Account: b.accounts[0], ID: ids.New(), Webhook: webhook, Number: 1, StartedAt: time.Now(), Outcome: webhooks.OutcomeDelivered}
	}
	var finished <-chan error
	err := h.DB.InTx(t.Context(), func(ctx context.Context) error {
		if err := h.DB.In(ctx).Exec(`select from webhooks.health where webhook_id = ? for update`, first.ID).Error; err != nil {
			return err
		}
		finished = h.Blocks(ctx, func() error {
			return second(h.store.Finish(t.Context(), done, engine.Limits{MaxAttempts: 9, Window: time.Hour}))
		})
		return h.DB.In(ctx).Exec(`select from webhooks.health where webhook_id = ? for update nowait`, other.ID).Error
	})
	if err := errors.Join(err, <-finished); err != nil {
		t.Error("what waits for the first webhook holds the second:", err)
	}
	if n := h.Count(`select count(last_success_at) from webhooks.health`); n != 2 {
		t.Errorf("%d of 2 have their success", n)
	}
}

// Attempts end in any order, also those of several processes.
func TestHealthShowsTheLatestAndCountsFailuresSinceASuccess(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t)
	noon := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	finish := func(minutes int, outcomes ...webhooks.Outcome) webhooks.Health {
		t.Helper()
		done := make([]engine.Done, len(outcomes))
		for i, outcome := range outcomes {
			done[i] = engine.Done{Account: b.accounts[0], ID: ids.New(), Webhook: w.ID, Number: 1, Outcome: outcome,
				StartedAt: noon.Add(time.Duration(minutes+i)*time.Minute - time.Second), Duration: time.Second}
		}
		testkit.Must[[]string](t)(h.store.Finish(t.Context(), done, engine.Limits{MaxAttempts: 9, Window: time.Hour}))
		return testkit.Must[webhooks.Webhook](t)(h.service.Get(b.key, w.ID)).Health
	}
	const good, bad = webhooks.OutcomeDelivered, webhooks.OutcomeRetryable
	got := finish(0, bad, bad, good, bad)
	success, failure := noon.Add(2*time.Minute), noon.Add(3*time.Minute)
	if got.ConsecutiveFailures != 1 || !got.LastSuccessAt.Equal(success) || !got.LastFailureAt.Equal(failure) {
		t.Errorf("%+v", got)
	}
	got = finish(-9, good, bad, bad)
	if got.ConsecutiveFailures != 2 || !got.LastSuccessAt.Equal(success) || !got.LastFailureAt.Equal(failure) {
		t.Errorf("after older ones: %+v", got)
	}
}

func TestLateFinishDoesNotOverwrite(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t)
	h.publish(b.accounts[0], "pet.updated", 1)
	limits := engine.Limits{MaxAttempts: 9, Window: time.Hour}
	finish := func(d engine.Due, status int, outcome webhooks.Outcome) {
		testkit.Must[[]string](t)(h.store.Finish(t.Context(), []engine.Done{{
			Account: d.Account, ID: d.ID, Webhook: d.Webhook, Number: d.Number, StartedAt: time.Now(), Status: status, Outcome: outcome,
		}}, limits))
	}
	slow, next := h.claimOne(limits), h.claimFor(limits, time.Minute)
	finish(slow, 404, "permanent")
	d := h.deliveries(b, w.ID)[0]
	if d.CompletedAt != nil || d.AttemptCount != 2 || len(d.Attempts) != 1 {
		t.Errorf("the late finish moved it: %+v", d)
	}
	must(t, h.store.Release(t.Context(), []engine.Due{slow}))
	if d := h.deliveries(b, w.ID)[0]; d.AttemptCount != 2 || d.NextAttemptAt.Before(time.Now().Add(30*time.Second)) {
		t.Errorf("the late release moved it: %+v", d)
	}
	finish(next, 200, "delivered")
	finish(slow, 404, "permanent")
	d = h.deliveries(b, w.ID)[0]
	if d.Status != webhooks.Delivered || len(d.Attempts) != 2 || *d.Attempts[0].ResponseStatus != 404 || *d.Attempts[1].ResponseStatus != 200 {
		t.Errorf("%+v", d)
	}
}
