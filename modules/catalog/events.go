package catalog

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
