// Package importsfx plugs imports into the application.
package importsfx

import (
	"context"
	"sync"

	"github.com/petcare/petcare/modules/imports"
	"github.com/petcare/petcare/modules/imports/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"github.com/petcare/petcare/platform/logging"
	"github.com/rs/zerolog"
	"go.uber.org/fx"
)

// Module is everything that imports bring except the worker. It needs an imports.Importer.
var Module = fxgroups.Module("imports",
	fx.Provide(fx.Private, store.New),
	fx.Provide(fx.Private, func(s *store.Store) imports.Store { return s }),
	fx.Provide(imports.NewService),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "imports", Files: fxgroups.Sub(imports.Files),
		Local: []string{"imports.chunks", "imports.faults", "imports.imports"}}),
	// What of the tables is about persons: any file may be, so all go that are not being applied, with their faults.
	fxgroups.ProvidePersonal("imports",
		privacy.Table{Name: "imports.imports", Erase: `
		with gone as (
			delete from imports.imports where account_id = @account and status <> 'applying' returning id
		)
		delete from imports.chunks c using gone g where c.account_id = @account and c.blob_id = g.id`},
		privacy.Table{Name: "imports.faults", Plain: []string{"record_type", "column_name", "field", "code", "message", "value"}},
	),
	fxgroups.ProvideAbilities("imports", "import:write", "import:keep_ids", "account:export"),
	fxgroups.ProvideSweeper(func(s *store.Store) fxgroups.Sweeper {
		return fxgroups.Sweeper{Module: "imports", Name: "imports", Sweep: s.Sweep}
	}),
)

// Worker checks and applies imports while the application runs. What a stop interrupts, another replica takes up.
var Worker = fx.Module("imports worker", fx.Invoke(func(life fx.Lifecycle, s *imports.Service, log zerolog.Logger) {
	ctx, cancel := context.WithCancel(context.Background())
	failed := func(err error) { logging.Failure(log, err).Msg("a step of an import failed and is tried again") }
	var running sync.WaitGroup
	life.Append(fx.StartStopHook(func() { running.Go(func() { s.Run(ctx, failed) }) }, func() { cancel(); running.Wait() }))
}))
