// Package catalogfx plugs the catalog into the application.
package catalogfx

import (
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/importing"
	"go.uber.org/fx"
)

// Module is everything that the catalog brings.
var Module = fxgroups.Module("catalog",
	fx.Provide(fx.Private, store.New),
	fx.Provide(catalog.NewService),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "catalog", Files: fxgroups.Sub(catalog.Files)}),
	fxgroups.ProvideEventTypes("catalog", catalog.EventTypes()...),
	fxgroups.ProvideAbilities("catalog", "catalog:read"),
	fxgroups.ProvideImporter(func(s *catalog.Service) importing.Type { return s.TaxImport() }),
	fxgroups.ProvideImporter(func(s *catalog.Service) importing.Type { return s.AddonImport() }),
	fxgroups.ProvideImporter(func(s *catalog.Service) importing.Type { return s.RateImport() }),
	fxgroups.ProvideImporter(func(s *catalog.Service) importing.Type { return s.CategoryImport() }),
	fxgroups.ProvideImporter(func(s *catalog.Service) importing.Type { return s.RetailImport() }),
	fxgroups.ProvideImporter(func(s *catalog.Service) importing.Type { return s.AdjustmentImport() }),
)
