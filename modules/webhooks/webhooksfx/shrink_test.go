package webhooksfx

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/patch"
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
		if _, err := h.service.Update(b.key, w.ID, step.change, patch.Precondition{}); err != nil {
			t.Fatal(err)
		}
		if left := waiting(); len(left) != step.left || !left[b.accounts[0].String()+"pet.updated"] {
			t.Errorf("left are %v, want %d", left, step.left)
		}
	}
}
