package outbox

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/changes"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/privacy"
	"go.uber.org/fx"
)

// Module provides the bus and the outbox. Reactions and subscribers are added after everything is constructed, which avoids
// circular dependencies. It needs a database, a tx.Runner and a clock.
var Module = fx.Module("outbox",
	fx.Provide(New, events.NewBus,
		func(o *Outbox) events.Recorder { return o },
		func() *record.Kinds { return &record.Kinds{} },
		func(run tx.Runner, r events.Recorder, c clock.Clock, k *record.Kinds) record.Env {
			return record.Env{Tx: run, Events: r, Clock: c, Kinds: k}
		}),
	fx.Provide(fx.Annotate(newCatalog, fx.ParamTags(fxgroups.FromEventTypes))),
	fxgroups.ProvideMigrations(Migrations()),
	personal(), privacy.Module,
	fx.Invoke(fx.Annotate(register, fx.ParamTags(``, fxgroups.FromReactions, ``, fxgroups.FromSubscribers))),
)

// register sorts both groups, because fx shuffles them. Subscribers, which do not name their module, are sorted by their type: its name
// begins with that of its package.
func register(b *events.Bus, reactions []events.Reaction, o *Outbox, subscribers []Subscriber) {
	slices.SortStableFunc(reactions, func(x, y events.Reaction) int { return cmp.Compare(x.Module, y.Module) })
	b.Register(reactions...)
	slices.SortStableFunc(subscribers, func(x, y Subscriber) int { return cmp.Compare(fmt.Sprintf("%T", x), fmt.Sprintf("%T", y)) })
	o.Subscribe(subscribers...)
}

func newCatalog(modules []fxgroups.EventTypes) events.Catalog {
	var all []events.Type
	for _, m := range modules {
		all = append(all, m.Types...)
	}
	return events.NewCatalog(all)
}

// Serving provides the feed. The program calls Feed.Run, which stores the log position
// of issued cursors. It needs a Signer and Keep.
var Serving = fx.Module("feed",
	fx.Provide(NewFeed, NewChanges, NewRetention, func(f *Feed) events.Feed { return f },
		func(c *Changes) changes.Changes { return c }),
	fxgroups.ProvideSweeper(func(r *Retention) fxgroups.Sweeper {
		return fxgroups.Sweeper{Module: "outbox", Name: "events", Sweep: r.Sweep}
	}),
)
