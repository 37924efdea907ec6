package catalog

import (
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
)

// Filters are the filters of every list.
type Filters struct {
	Active httpapi.Optional[bool] `query:"active" doc:"Only those that are active, or only those that are not"`

	Search string `query:"search" minLength:"1" maxLength:"100"`

	httpapi.Since
}

// Docs returns the descriptions of parameters that are too long for a struct tag.
func (Filters) Docs() map[string]string {
	return map[string]string{"search": "Parts of the name, code, SKU or barcode. Every word has to be found. Case, accents, and punctuation " +
		"around a word make no difference"}
}

func (f Filters) filter() catalog.Filter {
	return catalog.Filter{Active: f.Active.Ptr(), Search: f.Search, UpdatedSince: f.UpdatedSince.Ptr()}
}
