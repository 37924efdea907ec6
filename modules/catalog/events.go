package catalog

import (
	"slices"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
)

// The kinds of records, as the import and public events name them.
const (
	rate           = "rate"
	addon          = "addon"
	retailProduct  = "retail_product"
	retailCategory = "retail_category" // has no events
	adjustment     = "adjustment"
	tax            = "tax"
)

// EventTypes describes the public events of this module. Nothing deletes its records.
func EventTypes() []events.Type {
	return slices.Concat(typesOf[Rate](rate), typesOf[Addon](addon), typesOf[RetailProduct](retailProduct), typesOf[Adjustment](adjustment),
		typesOf[Tax](tax))
}

func typesOf[R any](kind string) []events.Type {
	t := record.EventsOf(kind)
	return events.TypesOf[R]("catalog:read", t.Created, t.Updated)
}
