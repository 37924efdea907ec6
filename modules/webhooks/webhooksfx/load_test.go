package webhooksfx

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/patch"
)

func TestSlowReceiversWithBacklogsDoNotDelayOthers(t *testing.T) {
	t.Parallel()
	o := settings()
	o.Concurrency, o.Poll, o.Timeout = 16, 15*time.Second, time.Hour // scarce slots, held for ever, and polling does not help
	h := open(fresh(t), o, true)
	gate := make(chan struct{})
	open := sync.OnceFunc(func() { close(gate) })
	defer open()
	b := h.business(1)
	for range 4 {
		h.webhook(b, newReceiver(t, after(gate)).URL, "pet.created")
	}
	h.publish(b.accounts[0], "pet.created", 100)
	h.Until("the slow ones hold every slot", func() bool { return h.gauges.InFlight() >= 16 })
	healthy := newReceiver(t, status(200))
	h.webhook(b, healthy.URL, "pet.updated")
	slow := 0
	for i := range 10 { // the benchmark measures the times
		began := time.Now()
		h.publish(b.accounts[0], "pet.updated", 1)
		h.Until("it arrives", func() bool { return healthy.count() == i+1 })
		if time.Since(began) > 5*time.Second { // that was a poll, or a busy machine
			slow++
		}
		if slow > 2 {
			t.Fatal("the healthy one waits for its events")
		}
	}
	if n := h.gauges.InFlight(); n > 16+5 {
		t.Errorf("%d in flight", n)
	}
	backlog, err := h.gauges.Backlog(t.Context())
	if err != nil || backlog.Due < 300 || backlog.Oldest <= 0 {
		t.Errorf("%+v %v", backlog, err)
	}
	open()
	h.Until("the backlog is gone", func() bool {
		return h.Count("select count(*) from webhooks.deliveries where completed_at is null") == 0
	})
}

func TestCommitReachesWorkersElsewhereByTheirPoll(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	h := open(k, settings(), false)
	o := settings()
	o.Poll = 0 // the default
	open(k, o, true)
	r := newReceiver(t, status(200))
	b := h.business(1)
	h.webhook(b, r.URL)
	took := make([]time.Duration, 5)
	for i := range took { // each begins after a poll, so it waits for the whole time until the next
		began := time.Now()
		h.publish(b.accounts[0], "pet.updated", 1)
		h.Until("it arrives", func() bool { return r.count() == i+1 })
		took[i] = time.Since(began)
	}
	if slices.Min(took[1:]) > time.Second { // the others may be those of a busy machine
		t.Errorf("they took %v", took)
	}
}

// patient is a context that ends later than it says.
type patient struct {
	context.Context
	says time.Time
}

func (p patient) Deadline() (time.Time, bool) { return p.says, true }

func TestStopGivesBackWhatDoesNotEndInTime(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	o := settings()
	o.Timeout = time.Minute
	h := open(k, o, true)
	gate := make(chan struct{})
	const fast = 20 // are answered at once
	var asked atomic.Int64
	r := newReceiver(t, func(w http.ResponseWriter, req *http.Request) {
		if asked.Add(1) <= fast {
			return
		}
		select {
		case <-gate:
		case <-req.Context().Done():
		}
	})
	b := h.business(1)
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.updated", 200)
	h.Until("all slots are taken", func() bool {
		return r.count() == fast+10 && h.Count("select count(*) from webhooks.deliveries where next_attempt_at > now()") >= 10
	})
	in, cancel := context.WithTimeout(context.Background(), time.Minute) // what is left to write takes longer on a busy machine
	defer cancel()
	must(t, h.app.Stop(patient{in, time.Now().Add(400 * time.Millisecond)}))
	if n := h.Count("select count(*) from webhooks.deliveries where completed_at is null and attempts > 0"); n != 0 {
		t.Errorf("%d are not given back", n)
	}
	delivered := 0
	for _, d := range h.deliveries(b, w.ID) {
		switch {
		case d.Status == webhooks.Delivered:
			delivered++
		case d.Status != webhooks.Pending || d.AttemptCount != 0 || d.NextAttemptAt == nil || d.NextAttemptAt.After(time.Now()) || len(d.Attempts) != 0:
			t.Errorf("%+v", d)
		}
	}
	if delivered != fast {
		t.Errorf("%d were delivered", delivered)
	}
	close(gate)
	open(k, settings(), true)
	for _, d := range h.settled(b, w.ID, 200) {
		if d.Status != webhooks.Delivered || d.AttemptCount != 1 {
			t.Errorf("%+v", d)
		}
	}
}

func TestStopLetsAttemptsEnd(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	h, r, b, w := delivering(t, settings(), after(gate))
	h.publish(b.accounts[0], "pet.updated", 3)
	h.Until("three run", func() bool { return r.count() == 3 })
	time.AfterFunc(50*time.Millisecond, func() { close(gate) })
	h.stop(10 * time.Second)
	for _, d := range h.deliveries(b, w.ID) {
		if d.Status != webhooks.Delivered || len(d.Attempts) != 1 {
			t.Errorf("%+v", d)
		}
	}
}

func TestDatabaseFailureWhileWritingDownIsRetried(t *testing.T) {
	t.Parallel()
	h, r, b, w := delivering(t, settings(), status(200))
	h.Exec("alter table webhooks.attempts rename to away")
	h.publish(b.accounts[0], "pet.updated", 1)
	h.Until("it is told that writing fails", func() bool { return len(h.faults.reported()) > 0 })
	h.Exec("alter table webhooks.away rename to attempts")
	if d := h.settled(b, w.ID, 1)[0]; d.Status != webhooks.Delivered || r.count() != 1 {
		t.Errorf("%d requests, %+v", r.count(), d)
	}
}

func TestPausingAndActivatingUnderLoadAtOnceLeavesNothingStuck(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	o := settings()
	o.Backoff = 5 * time.Millisecond
	first, second := open(k, o, true), open(k, o, true)
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader([]int{200, 500}[rand.IntN(2)])
	})
	b := first.business(1)
	w := first.webhook(b, r.URL)
	stop := make(chan struct{})
	var publishing sync.WaitGroup
	for _, h := range []*house{first, second} {
		publishing.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					h.publish(b.accounts[0], "pet.updated", 5)
				}
			}
		})
	}
	outcomes := func() int {
		return first.Count(`select count(distinct failure is null) from webhooks.deliveries where status = 'delivered' or failure = 'cancelled'`)
	}
	for i := 0; i < 40 || i < 2000 && outcomes() < 2; i++ { // a busy machine needs longer until both have happened
		active := i%2 == 1
		if _, err := first.service.Update(b.key, w.ID, webhooks.WebhookPatch{Active: patch.Of(active)}, patch.Precondition{}); err != nil {
			t.Error(err)
		}
		<-time.After(5 * time.Millisecond)
	}
	close(stop)
	publishing.Wait()
	first.Until("every delivery has ended", func() bool {
		return first.Count("select count(*) from webhooks.deliveries where completed_at is null or next_attempt_at is not null") == 0
	})
	for outcome, least := range map[string]int{"delivered": 1, "cancelled": 1} {
		if n := first.Count("select count(*) from webhooks.deliveries where $1 in (status, failure)", outcome); n < least {
			t.Errorf("%d %s", n, outcome)
		}
	}
	if faults := append(first.faults.reported(), second.faults.reported()...); len(faults) > 0 {
		t.Errorf("%v", faults)
	}
}
