// Package catalogfx plugs the catalog into the application.
package catalogfx

import (
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"go.uber.org/fx"
)

// Module is everything that the catalog brings.
var Module = fxgroups.Module("catalog",
	fx.Provide(fx.Private, store.New),
	fx.Provide(catalog.NewService),
	personal(),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "catalog", Files: fxgroups.Sub(catalog.Files)}),
	fxgroups.ProvideEventTypes("catalog", catalog.EventTypes()...),
	fxgroups.ProvideAbilities("catalog", "catalog:read"),
	fxgroups.ProvideImporter((*catalog.Service).TaxImport),
	fxgroups.ProvideImporter((*catalog.Service).AddonImport),
	fxgroups.ProvideImporter((*catalog.Service).RateImport),
	fxgroups.ProvideImporter((*catalog.Service).CategoryImport),
	fxgroups.ProvideImporter((*catalog.Service).RetailImport),
	fxgroups.ProvideImporter((*catalog.Service).AdjustmentImport),
)
