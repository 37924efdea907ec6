// Package catalogfx plugs the catalog into the application.
package catalogfx

import (
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/internal/store"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/plug"
	"go.uber.org/fx"
)

// Module is everything that the catalog brings.
var Module = fx.Module("catalog",
	fx.Provide(fx.Private, store.New),
	fx.Provide(catalog.NewService),
	plug.ProvideMigrations(plug.Migrations{Module: "catalog", Files: plug.Sub(catalog.Files)}),
	plug.ProvideEventTypes("catalog",
		catalog.RateCreated, catalog.RateUpdated, catalog.AddonCreated, catalog.AddonUpdated,
		catalog.RetailProductCreated, catalog.RetailProductUpdated, catalog.AdjustmentCreated, catalog.AdjustmentUpdated,
		catalog.TaxCreated, catalog.TaxUpdated),
	plug.ProvideAbilities("catalog", "catalog:read"),
	plug.ProvideImporter(func(s *catalog.Service) importing.Type { return s.TaxImport() }),
	plug.ProvideImporter(func(s *catalog.Service) importing.Type { return s.AddonImport() }),
	plug.ProvideImporter(func(s *catalog.Service) importing.Type { return s.RateImport() }),
	plug.ProvideImporter(func(s *catalog.Service) importing.Type { return s.CategoryImport() }),
	plug.ProvideImporter(func(s *catalog.Service) importing.Type { return s.RetailImport() }),
	plug.ProvideImporter(func(s *catalog.Service) importing.Type { return s.AdjustmentImport() }),
)
