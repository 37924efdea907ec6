// Package webhooksfx plugs webhooks into the application.
package webhooksfx

import (
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/owners"
	"github.com/petcare/petcare/modules/webhooks/internal/sender"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/plug"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

// Module is everything that webhooks brings but the worker, so that the command line can record events without
// delivering them. It needs webhooks.Options.
var Module = fx.Module("webhooks",
	fx.Provide(store.New, owners.New, webhooks.NewBell, newLineUp, newService,
		fx.Annotate(newEventTypes, fx.ParamTags(plug.FromEventTypes))),
	fx.Invoke(func(l *webhooks.LineUp, o owners.Owners) { l.Connect(o) }),
	plug.ProvideMigrations(plug.Migrations{Module: "webhooks", Files: plug.Sub(webhooks.Files)}),
	plug.ProvideEventTypes("webhooks", webhooks.TestEvent),
	plug.ProvideAbilities("webhooks", "webhooks:manage"),
	plug.ProvideFollower(func(l *webhooks.LineUp) outbox.Follower { return follower{l} }),
	plug.ProvideSweeper(func(s *store.Store) plug.Sweeper { return plug.Sweeper{Name: "deliveries", Sweep: s.SweepDeliveries} }),
	plug.ProvideSweeper(func(s *store.Store) plug.Sweeper { return plug.Sweeper{Name: "events", Sweep: s.SweepEvents} }),
	plug.ProvideSweeper(func(s *store.Store) plug.Sweeper { return plug.Sweeper{Name: "webhooks", Sweep: s.SweepWebhooks} }),
)

func newLineUp(s *store.Store, b webhooks.Bell) *webhooks.LineUp { return webhooks.NewLineUp(s, b) }

func newEventTypes(modules []plug.EventTypes) webhooks.EventTypes {
	var names []string
	for _, m := range modules {
		names = append(names, m.Types...)
	}
	return webhooks.NewEventTypes(names)
}

func newService(s *store.Store, o owners.Owners, run tx.Runner, r events.Recorder, c clock.Clock, t webhooks.EventTypes, opts webhooks.Options, b webhooks.Bell) *webhooks.Service {
	return webhooks.NewService(s, o, run, r, c, t, sender.CheckURL, opts.Box, b)
}
