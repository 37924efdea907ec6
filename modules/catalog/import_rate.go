package catalog

import (
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/text"
)

// RateLine is an import line of type "rate".
type RateLine struct {
	ServiceLine
	ServiceType string `json:"serviceType" enum:"boarding,daycare" doc:"The service that it prices"`
}

// RateImport offers "rate" to the import.
func (s *Service) RateImport() importing.Type {
	return importing.For("catalog", importing.Spec[RateLine]{
		Name:  "rate",
		Refs:  func(l *RateLine, refer func(field, recordType, externalID string)) { l.refer(refer) },
		Find:  s.tables.Rates.IDs,
		Apply: upsert(s.rates, applyRate),
		After: []string{"tax", "addon"},
	})
}

func applyRate(r importing.Record[RateLine], resolve importing.Resolve, to *Rate) {
	l := r.Line
	l.ValueData.check(r.Errors)
	to.Name, to.Description, to.Code = l.Name, text.Optional(l.Description), text.Optional(l.Code)
	to.ServiceType, to.Active, to.ItemOrder = l.ServiceType, orTrue(l.Active), l.ItemOrder
	to.TaxIDs = jsonb.New(resolve.All("tax", l.Taxes))
	to.IncludedAddonIDs = jsonb.New(resolve.All("addon", l.IncludedAddons))
	to.ValueData = jsonb.New(l.ValueData.tidy())
	to.Folded, to.ExternalID = fold(to.Name, to.Code), &r.ExternalID
}
