package webhooksfx

import (
	"testing"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestRedeliveryIsANewDeliveryOfTheSameEvent(t *testing.T) {
	t.Parallel()
	h, r, b, w := delivering(t, settings(), status(200))
	h.publish(b.accounts[0], "pet.updated", 1)
	first := h.settled(b, w.ID, 1)[0]
	h.Exec("update webhooks.deliveries set created_at = created_at - interval '20 days'") // its window has long passed
	for n := 2; n <= 3; n++ {
		again, err := h.service.Redeliver(b.key, w.ID, first.ID)
		if err != nil || again.ID == first.ID || again.EventID != first.EventID || again.Trigger != webhooks.ByRedelivery || again.Status != webhooks.Pending {
			t.Fatalf("%+v %v", again, err)
		}
		list := h.settled(b, w.ID, n)
		if list[0].ID != again.ID || list[0].Status != webhooks.Delivered || list[0].RequestBody != first.RequestBody {
			t.Errorf("%+v", list[0])
		}
	}
	for _, got := range r.requests() {
		if got.body != first.RequestBody || got.id() != first.EventID.String() {
			t.Errorf("%s", got.body)
		}
	}
	other := h.webhook(b, r.URL)
	testkit.WantKind(t, second(h.service.Redeliver(b.key, other.ID, first.ID)), apperr.NotFound) // a delivery of another webhook
}

func TestRedeliveryIsSentWhateverTheTypesOfTheWebhook(t *testing.T) {
	t.Parallel()
	h, r, b, w := delivering(t, settings(), status(200), "pet.*")
	h.publish(b.accounts[0], "pet.updated", 1)
	testkit.Must[webhooks.Delivery](t)(h.service.Test(b.key, w.ID))
	first := h.settled(b, w.ID, 2)
	change := webhooks.WebhookPatch{EventTypes: patch.Of([]string{"customer.*"})}
	h.change(b, w, change)
	for _, d := range first {
		testkit.Must[webhooks.Delivery](t)(h.service.Redeliver(b.key, w.ID, d.ID))
	}
	for _, d := range h.settled(b, w.ID, 4) {
		if d.Status != webhooks.Delivered {
			t.Errorf("%+v", d)
		}
	}
	if r.count() != 4 {
		t.Errorf("%d requests", r.count())
	}
}

func TestRedeliveryForAnAccountThatHasLeftIsRefused(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(2)
	w := h.webhook(b, "https://example.com/")
	h.publish(b.accounts[0], "pet.updated", 1)
	change := webhooks.WebhookPatch{AccountIDs: patch.Of(b.accounts[1:])}
	h.change(b, w, change)
	testkit.WantKind(t, second(h.service.Redeliver(b.key, w.ID, h.deliveries(b, w.ID)[0].ID)), apperr.Conflict)
	if list := h.deliveries(b, w.ID); len(list) != 1 {
		t.Errorf("%+v", list)
	}
}

// A redelivery or replay made when its event was about to go may still wait, or be in the history, after that.
func TestDeliveryWhoseEventHasGoneExpires(t *testing.T) {
	t.Parallel()
	k := fresh(t)
	h := open(k, settings(), false)
	r := newReceiver(t, status(200))
	b := h.business(1)
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.updated", 1)
	h.Exec("delete from outbox.events")
	h.publish(b.accounts[0], "pet.updated", 1)
	open(k, settings(), true)
	list := h.settled(b, w.ID, 2)
	if gone := list[1]; gone.Failure == nil || *gone.Failure != webhooks.Expired || gone.AttemptCount != 0 || list[0].Status != webhooks.Delivered {
		t.Errorf("%+v", list)
	}
	testkit.WantKind(t, second(h.service.Redeliver(b.key, w.ID, list[1].ID)), apperr.Conflict, "conflict")
	if len(h.deliveries(b, w.ID)) != 2 {
		t.Error("there is a delivery of an event that has gone")
	}
}
