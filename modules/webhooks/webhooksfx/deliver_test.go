package webhooksfx

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/webhookverify"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

func TestCommittedEventsArriveSignedAndAreInTheHistory(t *testing.T) {
	t.Parallel()
	h, r, b, w := delivering(t, settings(), status(202), "pet.*")
	h.publish(b.accounts[0], "pet.updated", 3)
	h.publish(b.accounts[0], "customer.updated", 1)

	list := h.settled(b, w.ID, 3)
	verifier := testkit.Must[*webhookverify.Verifier](t)(webhookverify.New(webhookverify.Options{Secrets: []string{w.Secret}}))
	bodies := map[string]string{}
	for _, got := range r.requests() {
		e := testkit.Must[*webhookverify.Envelope](t)(verifier.Verify(got.header, []byte(got.body)))
		bodies[e.ID] = got.body
		if e.Type != "pet.updated" || e.AccountID != b.accounts[0].String() || got.header.Get("X-Service-Signature-Previous") != "" {
			t.Errorf("%+v %v", e, got.header)
		}
	}
	for i, d := range list {
		if d.Status != webhooks.Delivered || d.Failure != nil || d.Trigger != webhooks.ByEvent || d.AttemptCount != 1 || d.NextAttemptAt != nil {
			t.Errorf("%+v", d)
		}
		if d.RequestBody == "" || bodies[d.EventID.String()] != d.RequestBody {
			t.Errorf("the history says %s was sent, it was %s", d.RequestBody, bodies[d.EventID.String()])
		}
		a := d.Attempts
		if len(a) != 1 || a[0].Number != 1 || *a[0].ResponseStatus != 202 || *a[0].ResponseBody != "answer" || a[0].Error != nil {
			t.Errorf("attempts %+v", a)
		}
		if i > 0 && list[i-1].ID.String() <= d.ID.String() {
			t.Error("not newest first")
		}
	}
	if len(bodies) != 3 {
		t.Errorf("%d arrived", len(bodies))
	}
	h.Until("all ends are observed", func() bool { return h.faults.completions("delivered") == 3 }) // they are written down before
}

func TestRolledBackTransactionLeavesNothing(t *testing.T) {
	t.Parallel()
	h, r, b, w := delivering(t, settings(), status(200))
	refused := errors.New("refused")
	err := h.DB.InTx(t.Context(), func(ctx context.Context) error {
		if err := h.Outbox.Record(ctx, events.Public{Type: "pet.updated", Account: b.accounts[0], Record: ids.New(), Object: pet{"Rex"}}); err != nil {
			return err
		}
		return refused
	})
	if !errors.Is(err, refused) {
		t.Fatal(err)
	}
	h.publish(b.accounts[0], "pet.created", 1) // other events would have been sent with this one
	list := h.settled(b, w.ID, 1)
	if r.count() != 1 || list[0].EventType != "pet.created" || h.Count("select count(*) from outbox.events") != 1 {
		t.Errorf("%d requests, %+v", r.count(), list)
	}
}

func TestRetriesSendTheSameBytesSignedAnewUntilOneSucceeds(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), true)
	answers := make(chan int, 3)
	answers <- 503
	answers <- 302
	answers <- 200
	r := newReceiver(t, func(w http.ResponseWriter, req *http.Request) { status(<-answers)(w, req) })
	b := h.business(1)
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.updated", 1)

	d := h.settled(b, w.ID, 1)[0]
	if d.Status != webhooks.Delivered || d.AttemptCount != 3 || len(d.Attempts) != 3 {
		t.Fatalf("%+v", d)
	}
	for i, want := range []int{503, 302, 200} {
		if d.Attempts[i].Number != i+1 || *d.Attempts[i].ResponseStatus != want {
			t.Errorf("attempt %d: %+v", i+1, d.Attempts[i])
		}
	}
	if d.Attempts[0].Error != nil || d.Attempts[1].Error == nil {
		t.Errorf("a redirect is not followed, and that is said: %+v", d.Attempts)
	}
	verifier, _ := webhookverify.New(webhookverify.Options{Secrets: []string{w.Secret}})
	for _, got := range r.requests() {
		if got.body != d.RequestBody {
			t.Errorf("sent %s", got.body)
		}
		if err := verifier.Check(got.header, []byte(got.body)); err != nil {
			t.Error(err)
		}
	}
	page, _ := h.service.List(b.key, pageOf(10))
	health := page.Items[0].Health
	if health.ConsecutiveFailures != 0 || health.LastSuccessAt == nil || health.LastFailureAt == nil || health.LastSuccessAt.Before(*health.LastFailureAt) {
		t.Errorf("%+v", health)
	}
}

func TestNinthFailureOrOneClientErrorEndsTheDelivery(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), true)
	for code, want := range map[int]struct {
		failure  webhooks.Failure
		attempts int
	}{500: {webhooks.Exhausted, 9}, 410: {webhooks.Permanent, 1}} {
		r, b := newReceiver(t, status(code)), h.business(1)
		w := h.webhook(b, r.URL)
		h.publish(b.accounts[0], "pet.updated", 1)
		d := h.settled(b, w.ID, 1)[0]
		if d.Status != webhooks.Failed || *d.Failure != want.failure || d.AttemptCount != want.attempts || len(d.Attempts) != want.attempts {
			t.Errorf("%d: %+v", code, d)
		}
		health := testkit.Must[webhooks.Webhook](t)(h.service.Get(b.key, w.ID)).Health
		if r.count() != want.attempts || health.ConsecutiveFailures != want.attempts {
			t.Errorf("%d: %d requests, health %+v", code, r.count(), health)
		}
	}
}

func TestWindowEndsRetriesAlsoAfterDowntime(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	o := settings()
	h := open(k, o, false)
	r := newReceiver(t, status(500))
	b := h.business(1)
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.created", 1) // was attempted once, a day ago
	h.Exec("update webhooks.deliveries set attempts = 1, status = 'retrying', created_at = created_at - interval '25 hours'")
	h.publish(b.accounts[0], "pet.updated", 1) // never attempted, so one attempt is made and no retry
	h.Exec("update webhooks.deliveries set created_at = created_at - interval '25 hours' where event_type = 'pet.updated'")

	worker := open(k, o, true)
	for _, d := range h.settled(b, w.ID, 2) {
		attempts := map[string]int{"pet.created": 0, "pet.updated": 1}[d.EventType]
		if d.Status != webhooks.Failed || *d.Failure != webhooks.Expired || len(d.Attempts) != attempts || d.AttemptCount != 1 {
			t.Errorf("%+v", d)
		}
	}
	if r.count() != 1 {
		t.Errorf("%d requests", r.count())
	}
	worker.Until("both ends are observed", func() bool { return worker.faults.completions("expired") == 2 })
}

func TestFailureWhoseRetryWouldComeTooLateEndsTheDelivery(t *testing.T) {
	t.Parallel()
	o := settings()
	o.Backoff = time.Hour
	k := fresh(t)
	h := open(k, o, false)
	b := h.business(1)
	r := newReceiver(t, status(500))
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.updated", 1)
	h.Exec("update webhooks.deliveries set attempts = 1, created_at = created_at - interval '23 hours 30 minutes'")
	open(k, o, true)
	d := h.settled(b, w.ID, 1)[0]
	if d.Status != webhooks.Failed || *d.Failure != webhooks.Expired || d.AttemptCount != 2 || r.count() != 1 {
		t.Errorf("%d requests, %+v", r.count(), d)
	}
}

func TestPrivateAddressesAreRefusedByNameToo(t *testing.T) {
	t.Parallel()
	o := settings()
	o.AllowPrivateNetworks, o.MaxRetries = false, 0
	h := open(fresh(t), o, true)
	r := newReceiver(t, status(200))
	b := h.business(1)
	w := h.webhook(b, "http://localhost"+r.URL[len("http://127.0.0.1"):])
	h.publish(b.accounts[0], "pet.updated", 1)
	d := h.settled(b, w.ID, 1)[0]
	if d.Status != webhooks.Failed || *d.Failure != webhooks.Exhausted || d.Attempts[0].ResponseStatus != nil || d.Attempts[0].ResponseBody != nil ||
		d.Attempts[0].Error == nil || r.count() != 0 {
		t.Errorf("%d requests, %+v", r.count(), d)
	}
}

// A receiver may have read a request whose connection it then closed, so its owner has to see both.
func TestRequestThatIsSentTwiceIsTwoAttempts(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), true)
	listener := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for { // each connection is closed when its second request comes
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				reader := bufio.NewReader(conn)
				r, err := http.ReadRequest(reader)
				if err != nil {
					return
				}
				_, _ = io.Copy(io.Discard, r.Body)
				_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
				_, _ = reader.Peek(1)
			}()
		}
	}()
	b := h.business(1)
	w := h.webhook(b, "http://"+listener.Addr().String(), "pet.*")
	h.publish(b.accounts[0], "pet.created", 1)
	h.settled(b, w.ID, 1)
	h.publish(b.accounts[0], "pet.updated", 1)
	d := h.settled(b, w.ID, 2)[0]
	if d.Status != webhooks.Delivered || d.AttemptCount != 2 || len(d.Attempts) != 2 {
		t.Fatalf("%+v", d)
	}
	if first, second := d.Attempts[0], d.Attempts[1]; first.Error == nil || first.ResponseStatus != nil || second.Error != nil || *second.ResponseStatus != 200 {
		t.Errorf("attempts %+v", d.Attempts)
	}
}
