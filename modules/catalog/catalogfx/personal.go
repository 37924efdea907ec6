package catalogfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: nothing is.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("catalog",
		privacy.Table{Name: "catalog.addons", Plain: []string{"name", "description", "code", "service_type", "tax_ids",
			"included_addon_ids", "value_data", "sessions", "instructor", "external_id", "folded"}},
		privacy.Table{Name: "catalog.adjustments", Plain: []string{"name", "code", "kind", "value_data", "external_id", "folded"}},
		privacy.Table{Name: "catalog.rates", Plain: []string{"name", "description", "code", "service_type", "tax_ids",
			"included_addon_ids", "value_data", "external_id", "folded"}},
		privacy.Table{Name: "catalog.retail_categories", Plain: []string{"name", "external_id"}},
		privacy.Table{Name: "catalog.retail_products", Plain: []string{"name", "description", "sku", "barcode", "brand",
			"categories", "price", "tax_ids", "external_id", "folded"}},
		privacy.Table{Name: "catalog.taxes", Plain: []string{"name", "rate", "external_id", "folded"}},
	)
}
