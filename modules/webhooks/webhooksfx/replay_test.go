package webhooksfx

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// span is a range around now, by the clock of events and that of the database.
func (h *house) span(types ...string) webhooks.ReplayCreate {
	return webhooks.ReplayCreate{From: h.Now().Add(-time.Hour), To: h.Now().Add(time.Hour), Types: types, Only: webhooks.OnlyAll}
}

func TestReplayDeliversAgainWhatItMatches(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), true)
	h.SetTime(time.Now())
	r := newReceiver(t, status(200))
	b := h.business(2)
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.created", 70)
	h.publish(b.accounts[1], "pet.updated", 5)
	h.settled(b, w.ID, 75)
	dry := h.span()
	dry.DryRun = true
	got := testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, dry))
	if got.ID != nil || got.Matched != 75 || got.Queued != 0 || len(h.deliveries(b, w.ID)) != 75 {
		t.Errorf("a dry run: %+v", got)
	}
	some := testkit.Must[webhooks.WebhookView](t)(h.service.Create(b.key, webhooks.WebhookCreate{
		URL: r.URL, EventTypes: []string{"*"}, AccountIDs: b.accounts[1:],
	}))
	testkit.Must[webhooks.Delivery](t)(h.service.Test(b.key, some.ID)) // tests are for one webhook, once
	var first, last time.Time
	const ofAll = "select min(created_at), max(created_at) from outbox.events where type <> 'webhook.test'"
	must(t, testkit.One(h.Ctx, h.DB, ofAll).Scan(&first, &last))
	for name, c := range map[string]struct {
		webhook  webhooks.WebhookView
		from, to time.Duration
		want     int64
	}{
		"all": {w, -time.Hour, time.Hour, 75}, "at their instants": {w, 0, 0, 75}, "of its accounts": {some, 0, 0, 5},
		"without the first": {w, time.Microsecond, 0, 5}, "without the last": {w, 0, -time.Microsecond, 70},
	} {
		dry.From, dry.To = first.Add(c.from), last.Add(c.to)
		if got := testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, c.webhook.ID, dry)); got.Matched != c.want {
			t.Errorf("%s: %+v, want %d", name, got, c.want)
		}
	}
	failed := h.span()
	failed.Only = webhooks.OnlyFailed
	failed.DryRun = true
	if got := testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, failed)); got.Matched != 0 {
		t.Errorf("nothing has failed: %+v", got)
	}
	made := testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, h.span("pet.created")))
	if made.ID == nil || made.Matched != 70 || made.Status != webhooks.ReplayRunning {
		t.Fatalf("%+v", made)
	}
	testkit.WantKind(t, second(h.service.CreateReplay(b.key, w.ID, h.span())), apperr.Conflict, "conflict")
	h.settled(b, w.ID, 145)
	must(t, h.service.StopReplay(b.key, w.ID, *made.ID)) // it has ended
	if got := testkit.Must[webhooks.Replay](t)(h.service.GetReplay(b.key, w.ID, *made.ID)); got.Queued != 70 || got.Status != webhooks.ReplayDone {
		t.Errorf("%+v", got)
	}
	for _, d := range h.deliveries(b, w.ID)[:70] {
		if d.Trigger != webhooks.ByReplay || d.EventType != "pet.created" {
			t.Fatalf("%+v", d)
		}
	}
	testkit.WantKind(t, second(h.service.GetReplay(b.key, h.webhook(b, r.URL).ID, *made.ID)), apperr.NotFound)
}

func TestReplayOfWhatFailedAndIsStopped(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t, "pet.*")
	h.SetTime(time.Now())
	h.publish(b.accounts[0], "pet.created", 60)
	h.Exec("update webhooks.deliveries set next_attempt_at = null, completed_at = now(), status = 'failed', failure = 'permanent'")
	h.Exec(`insert into webhooks.deliveries (account_id, webhook_id, event_id, event_type, trigger, status, next_attempt_at, completed_at)
		select account_id, $1, event_id, event_type, 'event', 'delivered', null, now() from webhooks.deliveries`, h.webhook(b, w.URL, "customer.*").ID)
	h.publish(b.accounts[0], "pet.updated", 1)
	failed := h.span()
	failed.Only = ""
	var at time.Time
	must(t, testkit.One(h.Ctx, h.DB, "select distinct created_at from outbox.events where type = 'pet.created'").Scan(&at))
	exactly := webhooks.ReplayCreate{From: at, To: at, DryRun: true}
	if got := testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, exactly)); got.Matched != 60 {
		t.Errorf("at their instant: %+v", got)
	}
	made := testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, failed))
	if made.Matched != 60 {
		t.Fatalf("%+v", made)
	}
	feed := func(want int64) {
		t.Helper()
		testkit.Must[bool](t)(h.replays().feed(t.Context()))
		if got := testkit.Must[webhooks.Replay](t)(h.service.GetReplay(b.key, w.ID, *made.ID)); got.Queued != want {
			t.Errorf("%+v, want %d queued", got, want)
		}
	}
	feed(0) // pet.updated is due and takes precedence
	h.Exec("update webhooks.deliveries set next_attempt_at = null, completed_at = now(), status = 'delivered' where next_attempt_at is not null")
	feed(50)
	feed(50) // now those fifty are due
	must(t, h.service.StopReplay(b.key, w.ID, *made.ID))
	h.Exec("update webhooks.deliveries set next_attempt_at = null, completed_at = now(), status = 'delivered' where next_attempt_at is not null")
	feed(50)
	// Fifty have failed and been delivered since; one of these fails again.
	h.Exec("update webhooks.deliveries set status = 'failed' where id = (select id from webhooks.deliveries where trigger = 'replay' limit 1)")
	left := h.span()
	left.Only = webhooks.OnlyFailed
	if made = testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, left)); made.Matched != 11 {
		t.Errorf("%d of which the latest delivery failed, not 11", made.Matched)
	}
	feed(11)
	testkit.WantKind(t, h.service.StopReplay(b.key, w.ID, ids.New()), apperr.NotFound)
	wrong := h.span("customer.updated", "dog.born", "pet.created", "*", "customer.*", "webhook.*", "pet*")
	wrong.To = wrong.From.Add(-time.Second)
	_, err := h.service.CreateReplay(b.key, w.ID, wrong)
	testkit.WantFieldErrors(t, err, "to range", "types[0] unknown", "types[1] unknown", "types[4] unknown", "types[5] unknown", "types[6] unknown")
}

// Otherwise a turn would take longer than its time, again and again, and with it the replays of all other webhooks.
func TestReplayOfFewAmongManyGoesOnInSmallSteps(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t, "pet.*")
	h.SetTime(time.Now())
	const many = 5_000
	h.publish(b.accounts[0], "pet.created", many)
	h.Exec("update webhooks.deliveries set next_attempt_at = null, completed_at = now(), status = 'delivered'")
	h.publish(b.accounts[0], "pet.updated", 1)
	failed, rare := h.span(), h.span("pet.updated")
	failed.Only = webhooks.OnlyFailed
	for name, span := range map[string]webhooks.ReplayCreate{"failed": failed, "of a rare type": rare} {
		h.Exec("update webhooks.deliveries set next_attempt_at = null, completed_at = now(), status = 'failed' where next_attempt_at is not null")
		made := testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, span))
		for turn, want := range []webhooks.Replay{
			{ID: made.ID, Matched: 1, Queued: 0, Status: webhooks.ReplayRunning}, {ID: made.ID, Matched: 1, Queued: 1, Status: webhooks.ReplayDone},
		} {
			testkit.Must[bool](t)(h.replays().feed(t.Context()))
			if got := testkit.Must[webhooks.Replay](t)(h.service.GetReplay(b.key, w.ID, *made.ID)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, after turn %d: %+v, want %+v", name, turn+1, got, want)
			}
		}
	}
}

func TestPausingEndsAReplayAlsoWhenTheWebhookIsActiveAgainAtOnce(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t, "pet.*")
	h.SetTime(time.Now())
	h.publish(b.accounts[0], "pet.created", 60)
	set := func(active bool) {
		t.Helper()
		h.change(b, w, webhooks.WebhookPatch{Active: patch.Of(active)})
	}
	feed := func() {
		t.Helper()
		testkit.Must[bool](t)(h.replays().feed(t.Context()))
	}
	set(false) // nothing is due
	testkit.WantKind(t, second(h.service.CreateReplay(b.key, w.ID, h.span())), apperr.Conflict, "conflict")
	set(true)
	made := testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, h.span()))
	feed()
	set(false)
	set(true)
	if got := testkit.Must[webhooks.Replay](t)(h.service.GetReplay(b.key, w.ID, *made.ID)); got.Status != webhooks.ReplayStopped || got.Queued != 50 {
		t.Errorf("%+v", got)
	}
	feed()
	if n := h.Count("select count(*) from webhooks.deliveries where next_attempt_at is not null"); n != 0 {
		t.Errorf("%d deliveries wait", n)
	}
	testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, h.span()))
}

// Each process takes a replay at most one batch further at a time. If it ends in the middle, there is neither a gap nor a repetition.
func TestReplayGoesOnWhereAKilledProcessWas(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	h, other := open(k, settings(), false), open(k, settings(), false)
	h.SetTime(time.Now())
	b := h.business(1)
	w := h.webhook(b, "http://127.0.0.1:1/", "pet.*")
	h.publish(b.accounts[0], "pet.created", 220)
	delivered := func() {
		h.Exec("update webhooks.deliveries set next_attempt_at = null, completed_at = now(), status = 'delivered' where next_attempt_at is not null")
	}
	delivered()
	made := testkit.Must[webhooks.Replay](t)(h.service.CreateReplay(b.key, w.ID, h.span()))
	queued := func() int { return h.Count("select count(*) from webhooks.deliveries where trigger = 'replay'") }
	killed := errors.New("killed")
	err := h.DB.InTx(t.Context(), func(ctx context.Context) error {
		fed, err := h.replays().feed(ctx)
		if n := h.Count("select count(*) from webhooks.replays where queued > 0"); !fed || n != 0 {
			t.Errorf("%v, %d are visible already", fed, n)
		}
		return errors.Join(err, killed)
	})
	if !errors.Is(err, killed) || queued() != 0 {
		t.Fatalf("%v, %d queued", err, queued())
	}
	for status := webhooks.ReplayRunning; status == webhooks.ReplayRunning; {
		before := queued()
		var both sync.WaitGroup
		for _, one := range []*house{h, other} {
			both.Go(func() {
				if _, err := one.replays().feed(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		if n := queued() - before; n > 2*50 { // one batch each
			t.Errorf("%d were queued at once", n)
		}
		delivered()
		status = testkit.Must[webhooks.Replay](t)(h.service.GetReplay(b.key, w.ID, *made.ID)).Status
	}
	events := h.Count("select count(distinct event_id) from webhooks.deliveries where trigger = 'replay'")
	if queued() != 220 || events != 220 {
		t.Errorf("%d deliveries of %d events", queued(), events)
	}
}
