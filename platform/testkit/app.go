package testkit

import (
	"context"

	"go.uber.org/fx"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
)

// Start wires modules as the application does, with the kit's database and clock, and starts them. They stop when the test ends.
// From then on the kit's Bus and Outbox have the reactions and subscribers of the modules. Use fx.Populate to get what the test
// needs, and fx.Decorate to replace a part.
func (k *Kit) Start(options ...fx.Option) *fx.App {
	k.Helper()
	app := fx.New(fx.NopLogger, fx.Supply(k.DB, k.Clock), fx.Provide(func(db *postgres.DB) tx.Runner { return db }), outbox.Module,
		fx.Options(options...), fx.Invoke(func(b *events.Bus, o *outbox.Outbox) { k.Bus, k.Outbox = b, o }))
	if err := app.Start(k.Context()); err != nil {
		k.Fatal(err)
	}
	k.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		if err := app.Stop(ctx); err != nil {
			k.Errorf("stop the modules: %v", err)
		}
	})
	return app
}
