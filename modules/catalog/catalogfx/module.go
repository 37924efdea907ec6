// Package catalogfx plugs the catalog into the application.
package catalogfx

import (
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// Module is everything that the catalog brings.
var Module = fxgroups.Module("catalog",
	fx.Provide(fx.Private, store.New),
	fx.Provide(catalog.NewService),
	// What of the tables is about persons: nothing is.
	fxgroups.ProvidePersonal("catalog",
		privacy.Table{Name: "catalog.addons", Plain: []string{"name", "description", "code", "service_type", "tax_ids",
			"included_addon_ids", "value_data", "sessions", "instructor", "external_id", "folded"}},
		privacy.Table{Name: "catalog.adjustments", Plain: []string{"name", "code", "kind", "value_data", "external_id", "folded"}},
		privacy.Table{Name: "catalog.rates", Plain: []string{"name", "description", "code", "service_type", "tax_ids",
			"included_addon_ids", "value_data", "external_id", "folded"}},
		privacy.Table{Name: "catalog.retail_categories", Plain: []string{"name", "external_id"}},
		privacy.Table{Name: "catalog.retail_products", Plain: []string{"name", "description", "sku", "barcode", "brand",
			"categories", "price", "tax_ids", "external_id", "folded"}},
		privacy.Table{Name: "catalog.taxes", Plain: []string{"name", "rate", "external_id", "folded"}},
	),
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
