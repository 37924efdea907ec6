package catalog

import (
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Tax is a tax on what is sold, as the API and events show it.
type Tax struct {
	record.Meta
	Name       string  `json:"name" minLength:"1" maxLength:"120" doc:"What receipts say" example:"Sales tax"`
	Rate       string  `json:"rate" format:"percentage" maxLength:"8" doc:"Decimal percentage, 0 to 100" example:"8.25"`
	Inclusive  bool    `json:"inclusive" doc:"Whether prices contain it already; otherwise it is added to them"`
	Active     bool    `json:"active" doc:"Whether it is charged; customers see only what is active"`
	ExternalID *string `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"T-1"`
	Folded     string  `json:"-"` // see fold
}

// Derive sets the columns that follow from others.
func (r *Tax) Derive() { r.Folded = fold(r.Name) }

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
		Name:   tax,
		Find:   s.tables.Taxes.IDs,
		Apply:  importing.UpsertEach(s.taxes, applyTax),
		Export: importing.Exported[TaxLine](s.taxes, importing.Export[Tax]{}),
	})
}

func applyTax(r importing.Record[TaxLine], _ importing.Resolve, to *Tax) {
	l := r.Line
	to.Name, to.Rate, to.Inclusive, to.Active = l.Name, l.Rate, l.Inclusive, orTrue(l.Active)
	to.ExternalID = &r.ExternalID
}
