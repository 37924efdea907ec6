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
	retailCategory = "retail_category"
	adjustment     = "adjustment"
	tax            = "tax"
)

// EventTypes describes the public events of this module. Its records are deleted only where an import that created them is reverted.
func EventTypes() []events.Type {
	return slices.Concat(typesOf[Rate](rate), typesOf[Addon](addon), typesOf[RetailProduct](retailProduct),
		typesOf[RetailCategory](retailCategory), typesOf[Adjustment](adjustment), typesOf[Tax](tax))
}

func typesOf[R any](kind string) []events.Type {
	t := record.EventsOf(kind)
	return events.Write("*", events.TypesOf[R]("catalog:read", t.Created, t.Updated, t.Deleted)...)
}
