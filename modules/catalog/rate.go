package catalog

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Rate is what a stay or a day costs, as the API and events show it.
type Rate struct {
	record.Meta
	Name        string  `json:"name" minLength:"1" maxLength:"120" doc:"What staff and customers read" example:"Dog boarding, garden room"`
	Description *string `json:"description" maxLength:"2000" doc:"What is part of it" example:"Own room with run, two walks a day."`

	Code             *string               `json:"code" maxLength:"60" doc:"Short name on price lists" example:"BRD-GARDEN"`
	ServiceType      string                `json:"serviceType" enum:"boarding,daycare" doc:"The service that it prices"`
	Active           bool                  `json:"active" doc:"Whether it can be booked; customers see only what is active"`
	ItemOrder        int                   `json:"item_order" minimum:"0" maximum:"1000000" doc:"Place in the list" example:"1"`
	TaxIDs           jsonb.Of[[]uuid.UUID] `json:"tax_ids" gorm:"column:tax_ids" maxItems:"20" format:"uuid" doc:"The taxes on it"`
	IncludedAddonIDs jsonb.Of[[]uuid.UUID] `json:"included_addon_ids" gorm:"column:included_addon_ids" maxItems:"100" format:"uuid"`
	ValueData        jsonb.Of[ValueData]   `json:"value_data" doc:"The price"`
	ExternalID       *string               `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"R-12"`
	Folded           string                `json:"-"` // see fold
}

// Derive sets the columns that follow from others.
func (r *Rate) Derive() { r.Folded = fold(r.Name, r.Code) }

// Docs describes the keys whose texts are too long for a tag.
func (Rate) Docs() map[string]string {
	return map[string]string{"included_addon_ids": "The addons that the price contains"}
}

// RateLine is an import line of type "rate".
type RateLine struct {
	ServiceLine
	ServiceType string `json:"serviceType" enum:"boarding,daycare" doc:"The service that it prices"`
}

// RateImport offers "rate" to the import.
func (s *Service) RateImport() importing.Type {
	return importing.For("catalog", importing.Spec[RateLine]{
		Name:  rate,
		Refs:  (*RateLine).refer,
		Find:  s.tables.Rates.IDs,
		Apply: importing.UpsertEach(s.rates, applyRate),
		Export: importing.Exported[RateLine](s.rates, importing.Export[Rate]{
			Names: map[string]string{"taxes": tax, "included_addons": addon},
		}),
		After: []string{tax, addon},
	})
}

func applyRate(r importing.Record[RateLine], resolve importing.Resolve, to *Rate) {
	l := r.Line
	l.ValueData.check(r.Errors)
	to.Name, to.Description, to.Code = l.Name, text.Optional(l.Description), text.Optional(l.Code)
	to.ServiceType, to.Active, to.ItemOrder = l.ServiceType, orTrue(l.Active), l.ItemOrder
	to.TaxIDs = jsonb.New(resolve.All(tax, l.Taxes))
	to.IncludedAddonIDs = jsonb.New(resolve.All(addon, l.IncludedAddons))
	to.ValueData = jsonb.New(l.ValueData.tidy())
	to.ExternalID = &r.ExternalID
}
