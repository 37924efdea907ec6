package webhooksfx

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

func (h *house) change(b business, w webhooks.WebhookView, p webhooks.WebhookPatch) {
	h.Helper()
	testkit.Must[webhooks.WebhookView](h)(h.service.Update(b.key, w.ID, p, patch.Precondition{}))
}

// Whoever pauses a webhook does not want what happens meanwhile, however short the pause is.
func TestEventIsForTheSettingsAtItsCommit(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(2)
	type change = webhooks.WebhookPatch
	for name, c := range map[string]struct{ less, more change }{
		"paused":         {change{Active: patch.Of(false)}, change{Active: patch.Of(true)}},
		"fewer types":    {change{EventTypes: patch.Of([]string{"customer.*"})}, change{EventTypes: patch.Of([]string{"*"})}},
		"fewer accounts": {change{AccountIDs: patch.Of(b.accounts[1:])}, change{AccountIDs: patch.Of([]uuid.UUID{})}},
	} {
		w := h.webhook(b, "https://example.com/")
		h.change(b, w, c.less)
		h.publish(b.accounts[0], "pet.updated", 1)
		h.change(b, w, c.more)
		h.publish(b.accounts[0], "pet.created", 1)
		h.catchUp()
		if got := h.typesOf(b, w.ID); !slices.Equal(got, []string{"pet.created"}) {
			t.Errorf("%s: it gets %q", name, got)
		}
	}
}

// modelled is a webhook with the events that it should be waiting to deliver.
type modelled struct {
	webhooks.WebhookView
	open map[uuid.UUID]events.Recorded
}

func (m *modelled) wants(e events.Recorded) bool {
	resource, _, _ := strings.Cut(e.Type, ".")
	matches := events.Type{Name: e.Type, Resource: resource}.Matches
	accounts := m.AccountIDs.Get()
	return m.Active && slices.ContainsFunc(m.EventTypes.Get(), matches) && (len(accounts) == 0 || slices.Contains(accounts, e.Account))
}

// Whatever changes while transactions run, a webhook gets exactly the events to which it subscribed when they were committed.
func TestChangesInAnyOrderDeliverWhatIsDue(t *testing.T) {
	t.Parallel()
	h := open(fresh(t), settings(), false)
	b := h.business(2)
	for seed := range uint64(25) {
		random := rand.New(rand.NewPCG(seed, 0))
		pick := func(from ...string) []string { return from[random.IntN(len(from)):][:1] }
		list := make([]*modelled, 4)
		for i := range list {
			list[i] = &modelled{h.webhook(b, "https://example.com/"), map[uuid.UUID]events.Recorded{}}
		}
		var running []func(error)
		seen := h.committed(b)
		end := func() {
			i := random.IntN(len(running))
			running[i](nil)
			running = slices.Delete(running, i, i+1)
			now := h.committed(b)
			for id, e := range now {
				for _, m := range list {
					if _, old := seen[id]; !old && m.wants(e) {
						m.open[id] = e
					}
				}
			}
			seen = now
		}
		check := func() {
			h.catchUp()
			for i, m := range list {
				if got := h.waiting(m); !maps.EqualFunc(got, m.open, func(n int, _ events.Recorded) bool { return n == 1 }) {
					t.Errorf("seed %d: webhook %d waits with %v for %v", seed, i, got, m.open)
				}
			}
		}
		for range 40 {
			m := list[random.IntN(len(list))]
			change := webhooks.WebhookPatch{Description: patch.Of(ids.New().String())}
			switch random.IntN(8) {
			case 0, 1:
				if len(running) < 4 {
					running = append(running, h.underWay(b.accounts[random.IntN(2)], pick("pet.created", "customer.updated")...))
				}
				continue
			case 2, 3:
				if len(running) > 0 {
					end()
				}
				continue
			case 4:
				check()
				continue
			case 5:
				change.Active = patch.Of(!m.Active)
			case 6:
				change.EventTypes = patch.Of(pick("*", "pet.*", "customer.*"))
			default:
				change.AccountIDs = patch.Of([][]uuid.UUID{{}, b.accounts[:1], b.accounts[1:]}[random.IntN(3)])
			}
			h.change(b, m.WebhookView, change)
			m.Webhook, _ = h.service.Get(b.key, m.ID)
			maps.DeleteFunc(m.open, func(_ uuid.UUID, e events.Recorded) bool { return !m.wants(e) })
		}
		for len(running) > 0 {
			end()
		}
		check()
		for _, m := range list {
			must(t, h.service.Delete(b.key, m.ID, patch.Precondition{}))
		}
	}
}

// committed returns the events of a business.
func (h *house) committed(b business) map[uuid.UUID]events.Recorded {
	h.Helper()
	list := map[uuid.UUID]events.Recorded{}
	for _, e := range h.recorded("select account_id as account, id, type from outbox.events where account_id = any(?)", postgres.Array(b.accounts)) {
		list[e.ID] = e
	}
	return list
}

// waiting counts the open deliveries of each event that the claim would not cancel.
func (h *house) waiting(m *modelled) map[uuid.UUID]int {
	h.Helper()
	list := map[uuid.UUID]int{}
	for _, e := range h.recorded(`select account_id as account, event_id as id, event_type as type from webhooks.deliveries
		where webhook_id = ? and next_attempt_at is not null`, m.ID) {
		if m.wants(e) {
			list[e.ID]++
		}
	}
	return list
}

func (h *house) recorded(query string, arg any) (list []events.Recorded) {
	h.Helper()
	must(h, h.DB.In(h.Context()).Raw(query, arg).Scan(&list).Error)
	return list
}
