package webhooksfx

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/webhookverify"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestSubscriptionsDecideWhatIsDelivered(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	for _, c := range []struct {
		types []string
		want  []string
	}{
		{[]string{"*"}, []string{"customer.updated", "pet.created", "pet.updated"}},
		{[]string{"pet.*"}, []string{"pet.created", "pet.updated"}},
		{[]string{"pet.updated"}, []string{"pet.updated"}},
		{[]string{"customer.*", "pet.created"}, []string{"customer.updated", "pet.created"}},
		{[]string{"webhook.test"}, nil},
		{[]string{"pet.updated", "pet.*", "*"}, []string{"customer.updated", "pet.created", "pet.updated"}}, // each only once
	} {
		b := h.business(2)
		w := h.webhook(b, "https://example.com/", c.types...)
		paused := h.webhook(b, "https://example.com/")
		h.change(b, paused, webhooks.WebhookPatch{Active: patch.Of(false)})
		elsewhere, err := h.service.Create(b.key, webhooks.WebhookCreate{URL: "https://example.com/", EventTypes: []string{"*"}, AccountIDs: b.accounts[1:]})
		if err != nil {
			t.Fatal(err)
		}
		stranger := h.business(1)
		for _, n := range []int{1, 2} { // several events have a statement of their own
			for _, kind := range []string{"pet.created", "pet.updated", "customer.updated"} {
				h.publish(b.accounts[0], kind, n)
			}
			h.publish(stranger.accounts[0], "pet.updated", n)
		}
		var got []string
		for _, d := range h.deliveries(b, w.ID) {
			got = append(got, d.EventType)
		}
		slices.Sort(got)
		if len(got) != 3*len(c.want) || !slices.Equal(slices.Compact(got), c.want) {
			t.Errorf("%v gets %v", c.types, got)
		}
		if len(h.deliveries(b, paused.ID)) != 0 || len(h.deliveries(b, elsewhere.ID)) != 0 {
			t.Error("paused or other accounts' webhooks get events")
		}
	}
}

func TestAccountsMadeLaterBelongToWebhooksForAll(t *testing.T) {
	t.Parallel()
	h := open(shared(t), settings(), false)
	b := h.business(1)
	w := h.webhook(b, "https://example.com/")
	later := h.location(b)
	h.publish(later, "pet.created", 1)
	if list := h.deliveries(b, w.ID); len(list) != 1 || list[0].AccountID != later {
		t.Errorf("%+v", list)
	}
}

func TestRotationSignsWithBothSecretsForADay(t *testing.T) {
	t.Parallel()
	h, r, b, w := delivering(t, settings(), status(200))
	rotated := testkit.Must[webhooks.WebhookView](t)(
		h.service.Update(b.key, w.ID, webhooks.WebhookPatch{Secret: patch.Of("the second secret of all")}, patch.Precondition{}))
	h.publish(b.accounts[0], "pet.updated", 1)
	h.settled(b, w.ID, 1)
	got := r.requests()[0]
	for _, secret := range []string{w.Secret, rotated.Secret} {
		v, _ := webhookverify.New(webhookverify.Options{Secrets: []string{secret}})
		if err := v.Check(got.header, []byte(got.body)); err != nil {
			t.Error(err)
		}
	}
	if strings.Contains(got.header.Get("X-Service-Signature"), " ") || got.header.Get("X-Service-Signature-Previous") == "" {
		t.Errorf("%v", got.header)
	}
	later := func(by string, n int) http.Header {
		t.Helper()
		h.Exec("update webhooks.webhooks set previous_until = previous_until - $1::text::interval", by)
		h.publish(b.accounts[0], "pet.updated", 1)
		h.settled(b, w.ID, n)
		return r.requests()[n-1].header
	}
	if last := later("23 hours 59 minutes", 2); last.Get("X-Service-Signature-Previous") == "" {
		t.Errorf("at the end of the day: %v", last)
	}
	if late := later("1 minute", 3); late.Get("X-Service-Signature-Previous") != "" || strings.Contains(late.Get("Webhook-Signature"), " ") {
		t.Errorf("a day later: %v", late)
	}
}

func TestHistoryIsPagedAndFiltered(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), true)
	b := h.business(1)
	r := newReceiver(t, status(200))
	refusing := newReceiver(t, status(400))
	w := h.webhook(b, r.URL)
	h.publish(b.accounts[0], "pet.created", 3)
	h.settled(b, w.ID, 3)
	at := h.deliveries(b, w.ID)[0].CreatedAt
	h.Exec("update webhooks.deliveries set created_at = $1", at)
	middle := at.Add(1000)
	h.change(b, w, webhooks.WebhookPatch{URL: patch.Of(refusing.URL)})
	h.publish(b.accounts[0], "pet.updated", 4)
	h.settled(b, w.ID, 7)
	for name, c := range map[string]struct {
		f    webhooks.Filter
		want int
	}{
		"all": {webhooks.Filter{}, 7}, "delivered": {webhooks.Filter{Status: webhooks.Delivered}, 3}, "failed": {webhooks.Filter{Status: webhooks.Failed}, 4},
		"pending": {webhooks.Filter{Status: webhooks.Pending}, 0}, "type": {webhooks.Filter{EventType: "pet.updated"}, 4},
		"type and status": {webhooks.Filter{EventType: "pet.updated", Status: webhooks.Delivered}, 0},
		"from":            {webhooks.Filter{From: &middle}, 4}, "to": {webhooks.Filter{To: &middle}, 3}, "between": {webhooks.Filter{From: &middle, To: &middle}, 0},
		"at their instant": {webhooks.Filter{From: &at, To: &at}, 3},
	} {
		var seen []string
		for _, d := range testkit.AllPages(t, 2, func(r paging.Request) (paging.Page[webhooks.Delivery], error) {
			return h.service.ListDeliveries(b.key, w.ID, c.f, r)
		}) {
			seen = append(seen, d.ID.String())
		}
		sorted := slices.Clone(seen)
		slices.Sort(sorted)
		slices.Reverse(sorted)
		if len(seen) != c.want || !slices.Equal(seen, sorted) {
			t.Errorf("%s: %d", name, len(seen))
		}
	}
	health := testkit.Must[webhooks.Webhook](t)(h.service.Get(b.key, w.ID)).Health
	if health.ConsecutiveFailures != 4 || health.LastSuccessAt == nil || health.LastFailureAt == nil || health.LastFailureAt.Before(*health.LastSuccessAt) {
		t.Errorf("%+v", health)
	}
	testkit.WantKind(t, second(h.service.ListDeliveries(b.key, w.ID, webhooks.Filter{EventType: "pet.eaten"}, pageOf(1))), apperr.Invalid)
}

func TestHistoryPagesHaveAtMostEightMebibytes(t *testing.T) {
	t.Parallel()
	h, b, w := idle(t)
	h.publish(b.accounts[0], "pet.updated", 45)
	h.Exec(`update outbox.events set body = jsonb_build_object('a', repeat('"', 60000))::text`) // four times as long in the text of a text
	h.Exec(`insert into webhooks.attempts (account_id, delivery_id, number, started_at, duration_ms, response_body)
		select d.account_id, d.id, n, now(), 1, repeat(e'\001', 4096) from webhooks.deliveries d, generate_series(1, 9) n`)
	seen := 0
	for request := pageOf(40); ; {
		page := testkit.Must[paging.Page[webhooks.Delivery]](t)(h.service.ListDeliveries(b.key, w.ID, webhooks.Filter{}, request))
		text, err := json.Marshal(page.Items)
		if err != nil || len(text) > 8<<20 || len(text) < 7<<20 && page.Next != nil {
			t.Errorf("%d deliveries take %d bytes, %v", len(page.Items), len(text), err)
		}
		for _, d := range page.Items {
			if len(d.Attempts) != 9 {
				t.Fatalf("%d attempts", len(d.Attempts))
			}
		}
		seen += len(page.Items)
		if request.After = page.Next; page.Next == nil {
			break
		}
	}
	if seen != 45 {
		t.Errorf("%d deliveries", seen)
	}
}
