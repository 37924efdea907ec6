package webhooksfx

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/engine"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestAccountsAndTypesThatLeaveCancelWhatWaitsForThem(t *testing.T) {
	t.Parallel()
	o := settings()
	o.Backoff = time.Hour
	h := open(fresh(t), o, true)
	r := newReceiver(t, status(500))
	b := h.business(2)
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.updated", 1)
	h.publish(b.accounts[0], "customer.updated", 1)
	h.publish(b.accounts[1], "pet.updated", 1)
	waiting := func() map[string]bool {
		found := map[string]bool{}
		for _, d := range h.deliveries(b, w.ID) {
			if d.Status == webhooks.Retrying && d.NextAttemptAt != nil {
				found[d.AccountID.String()+d.EventType] = true
			}
		}
		return found
	}
	h.Until("all wait for their retries", func() bool { return len(waiting()) == 3 })
	for _, step := range []struct {
		change webhooks.WebhookPatch
		left   int
	}{
		{webhooks.WebhookPatch{URL: patch.Of(r.URL + "/elsewhere")}, 3},
		{webhooks.WebhookPatch{AccountIDs: patch.Of([]uuid.UUID{b.accounts[0]})}, 2},
		{webhooks.WebhookPatch{EventTypes: patch.Of([]string{"pet.*"})}, 1},
	} {
		h.change(b, w, step.change)
		if left := waiting(); len(left) != step.left || !left[b.accounts[0].String()+"pet.updated"] {
			t.Errorf("left are %v, want %d", left, step.left)
		}
	}
}

// A transaction that ran while the webhook was changed enqueues an event that the change could not see.
func TestWhatIsQueuedForAnAccountThatHasLeftIsNotSent(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	h := open(k, settings(), false)
	r := newReceiver(t, status(200))
	b := h.business(2)
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.updated", 1)
	h.publish(b.accounts[1], "pet.updated", 1)
	h.publish(b.accounts[1], "customer.updated", 1)
	h.Exec(`update webhooks.webhooks set account_ids = jsonb_build_array($2::text), event_types = '["pet.*"]' where id = $1`, w.ID, b.accounts[1].String())
	open(k, settings(), true)
	cancelled := 0
	for _, d := range h.settled(b, w.ID, 3) {
		if d.Failure != nil && *d.Failure == webhooks.Cancelled && d.AttemptCount == 0 {
			cancelled++
		}
	}
	if cancelled != 2 || r.count() != 1 {
		t.Errorf("%d are cancelled and %d were sent, want 2 and 1", cancelled, r.count())
	}
}

// wantLost compares the webhooks whose secrets cannot be opened.
func wantLost(t *testing.T, h *house, want ...uuid.UUID) {
	t.Helper()
	testkit.Same(t, testkit.Must[[]uuid.UUID](t)(h.service.ListUnreadable(t.Context())), want)
}

func TestLostSecretIsNamedAndReplacedByARotation(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	before := open(k, settings(), false)
	b := before.business(1)
	w := before.webhook(b, "http://127.0.0.1:1/")
	o := settings()
	o.Box = boxOf(k, "k2") // the key k1 is lost
	h := open(k, o, false)
	wantLost(t, h, w.ID)
	rotated, err := h.service.Update(b.key, w.ID, webhooks.WebhookPatch{RotateSecret: patch.Of(true)}, patch.Precondition{})
	if err != nil || rotated.Secret == "" {
		t.Fatalf("%+v, %v", rotated, err)
	}
	wantLost(t, h)
	if n := h.Count(`select count(*) from webhooks.webhooks where id = $1 and previous_secret is not null`, w.ID); n != 0 {
		t.Error("a secret that nobody can read is to sign beside the new one")
	}
}

// For a day after a rotation the secret before signs too, sealed with the key of then. Without it, receivers that still have that secret
// would refuse deliveries for good.
func TestASecretBeforeIsLostWithItsKey(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	before := open(k, settings(), false)
	b := before.business(1)
	w := before.webhook(b, "http://127.0.0.1:1/")
	o := settings()
	o.Box = boxOf(k, "k2", "k1")
	both := open(k, o, false)
	both.change(b, w, webhooks.WebhookPatch{RotateSecret: patch.Of(true)})
	o.Box = boxOf(k, "k2")
	h := open(k, o, false)
	wantLost(t, h, w.ID)
	o.Box = boxOf(k, "k3") // neither can be opened
	wantLost(t, open(k, o, false), w.ID)
	h.Exec(`update webhooks.webhooks set previous_until = now() - interval '1 second' where id = $1`, w.ID)
	wantLost(t, h) // after that day
}

func TestALostSecretBeforeKeepsNoDeliveryFromBeingSigned(t *testing.T) {
	t.Parallel()
	id := ids.New()
	sealed := func(key, secret string) []byte { return boxOf(t, key).Seal([]byte(secret), webhooks.SecretPurpose(id)) }
	secrets := opener(boxOf(t, "k2"))
	now, before, err := secrets(engine.Due{Webhook: id, Secret: sealed("k2", "new"), Previous: sealed("k1", "old")})
	if now != "new" || before != "" || err != nil {
		t.Errorf("%q, %q, %v", now, before, err)
	}
	if _, _, err := secrets(engine.Due{Webhook: id, Secret: sealed("k1", "lost")}); err == nil {
		t.Error("a delivery would be sent unsigned")
	}
}
