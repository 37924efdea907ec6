package catalog

import (
	"github.com/petcare/petcare/platform/kernel/importing"
)

// TaxLine is an import line of type "tax".
type TaxLine struct {
	Name      string `json:"name" minLength:"1" maxLength:"120" doc:"What receipts say" example:"Sales tax"`
	Rate      string `json:"rate" format:"percentage" maxLength:"8" doc:"Decimal percentage, 0 to 100" example:"8.25"`
	Inclusive bool   `json:"inclusive,omitempty" doc:"Whether prices contain it already (false)"`
	Active    *bool  `json:"active,omitempty" doc:"Whether it is charged (true)"`
}

// TaxImport offers "tax" to the import.
func (s *Service) TaxImport() importing.Type {
	return importing.For("catalog", importing.Spec[TaxLine]{
		Name:  "tax",
		Find:  s.tables.Taxes.IDs,
		Apply: upsert(s.taxes, applyTax),
	})
}

func applyTax(r importing.Record[TaxLine], _ importing.Resolve, to *Tax) {
	l := r.Line
	to.Name, to.Rate, to.Inclusive, to.Active = l.Name, l.Rate, l.Inclusive, orTrue(l.Active)
	to.Folded, to.ExternalID = fold(to.Name), &r.ExternalID
}
