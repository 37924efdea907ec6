// Package webhooksfx is the fx module of webhooks.
package webhooksfx

import (
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/owners"
	"github.com/petcare/petcare/modules/webhooks/internal/sender"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/outbox"
	"go.uber.org/fx"
)

// Module provides everything of webhooks except the worker, so that commands can record events without delivering them. It needs
// webhooks.Options.
var Module = fxgroups.Module("webhooks",
	fx.Provide(store.New, owners.New, webhooks.NewWakeUp, newEnqueuer, newService),
	// What of the tables is about persons: receivers may have answered with what they were sent.
	fxgroups.ProvidePersonal("webhooks",
		privacy.Table{Name: "webhooks.webhooks", Plain: []string{"url", "event_types", "account_ids", "description", "secret_hint"}},
		privacy.Table{Name: "webhooks.replays", Plain: []string{"event_types", "status"}},
		privacy.Table{Name: "webhooks.deliveries", Plain: []string{"event_type", "trigger", "status", "failure"}},
		privacy.Table{Name: "webhooks.attempts", Late: true, Plain: []string{"error"}, Blank: map[string]string{"response_body": "null"}, Rows: `
		delivery_id in (select d.id from webhooks.deliveries d join outbox.events e on e.account_id = @account and e.id = d.event_id
			where d.account_id = @account and e.record_id = any(@mentioned))`},
	),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "webhooks", Files: fxgroups.Sub(webhooks.Files),
		Local: []string{"webhooks.attempts", "webhooks.deliveries"},
		Of:    map[string]string{"webhooks.health": ofItsWebhooks, "webhooks.replays": ofItsWebhooks},
		Stays: []string{"webhooks.attempts", "webhooks.deliveries", "webhooks.replays"},
		Sealed: []fxgroups.Sealed{{Table: "webhooks.webhooks", Column: "secret", Purposes: []string{purpose}},
			{Table: "webhooks.webhooks", Column: "previous_secret", Purposes: []string{purpose}}}}),
	fxgroups.ProvideEventTypes("webhooks", testEvent()),
	fxgroups.ProvideAbilities("webhooks", "webhooks:manage"),
	fxgroups.ProvideSubscriber(func(q *webhooks.Enqueuer) outbox.Subscriber { return q }),
	fxgroups.ProvideSweeper(func(s *store.Store) fxgroups.Sweeper {
		return fxgroups.Sweeper{Module: "webhooks", Name: "deliveries", Sweep: s.SweepDeliveries}
	}),
	fxgroups.ProvideSweeper(func(s *store.Store) fxgroups.Sweeper {
		return fxgroups.Sweeper{Module: "webhooks", Name: "webhooks", Sweep: s.SweepWebhooks}
	}),
)

const (
	ofItsWebhooks = "webhook_id in (select id from webhooks.webhooks where organization_id = @organization)"
	purpose       = "'webhook secret ' || id" // webhooks.SecretPurpose
)

func newEnqueuer(s *store.Store, w webhooks.WakeUp, o owners.Owners) *webhooks.Enqueuer {
	return webhooks.NewEnqueuer(s, w, o)
}

func testEvent() events.Type {
	t := events.TypesOf[webhooks.Webhook]("webhooks:manage", webhooks.TestEvent)[0]
	t.Direct, t.Description = true, "A webhook is tested; it is sent to that webhook alone and is not in the feed."
	return t
}

func newService(s *store.Store, o owners.Owners, run tx.Runner, r events.Recorder, c clock.Clock, t events.Catalog,
	opts webhooks.Options, b webhooks.WakeUp) *webhooks.Service {
	return webhooks.NewService(s, o, run, r, c, t, sender.CheckURL, opts.Box, b)
}
