package catalog

import (
	"slices"

	"github.com/petcare/petcare/platform/kernel/events"
)

// The public events of this module.
const (
	RateCreated          = "rate.created"
	RateUpdated          = "rate.updated"
	AddonCreated         = "addon.created"
	AddonUpdated         = "addon.updated"
	RetailProductCreated = "retail_product.created"
	RetailProductUpdated = "retail_product.updated"
	AdjustmentCreated    = "adjustment.created"
	AdjustmentUpdated    = "adjustment.updated"
	TaxCreated           = "tax.created"
	TaxUpdated           = "tax.updated"
)

// EventTypes describes them.
func EventTypes() []events.Type {
	const ability = "catalog:read"
	return slices.Concat(
		events.TypesOf[Rate](ability, RateCreated, RateUpdated),
		events.TypesOf[Addon](ability, AddonCreated, AddonUpdated),
		events.TypesOf[RetailProduct](ability, RetailProductCreated, RetailProductUpdated),
		events.TypesOf[Adjustment](ability, AdjustmentCreated, AdjustmentUpdated),
		events.TypesOf[Tax](ability, TaxCreated, TaxUpdated),
	)
}
