package catalog

import (
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/text"
)

// AdjustmentLine is an import line of type "adjustment".
type AdjustmentLine struct {
	Name       string          `json:"name" minLength:"1" maxLength:"120" doc:"What staff and customers read" example:"Loyalty, 12.5%"`
	Code       *string         `json:"code,omitempty" maxLength:"60" doc:"What is typed in to get it" example:"LOYAL"`
	Kind       string          `json:"kind" enum:"discount,voucher,surcharge,gift_card" doc:"What sort it is"`
	ValueData  AdjustmentValue `json:"value_data"`
	ValidFrom  *clock.Day      `json:"valid_from,omitempty" format:"date" doc:"The first day on which it counts"`
	ValidUntil *clock.Day      `json:"valid_until,omitempty" format:"date" doc:"The last day on which it counts"`
	Active     *bool           `json:"active,omitempty" doc:"Whether it can be used (true)"`
}

// Docs describes the keys whose texts are too long for a tag.
func (AdjustmentLine) Docs() map[string]string {
	return map[string]string{"value_data": "How much it is; an amount is in the currency of the account: " + currencyUnchecked}
}

// AdjustmentImport offers "adjustment" to the import.
func (s *Service) AdjustmentImport() importing.Type {
	return importing.For("catalog", importing.Spec[AdjustmentLine]{
		Name:  "adjustment",
		Find:  s.tables.Adjustments.IDs,
		Apply: upsert(s.adjustments, applyAdjustment),
	})
}

func applyAdjustment(r importing.Record[AdjustmentLine], _ importing.Resolve, to *Adjustment) {
	l := r.Line
	l.ValueData.check(r.Errors)
	if l.ValidFrom != nil && l.ValidUntil != nil && l.ValidUntil.Before(*l.ValidFrom) {
		r.Errors.Add("valid_until", "range", "is before valid_from")
	}
	to.Name, to.Code, to.Kind = l.Name, text.Optional(l.Code), l.Kind
	to.ValueData = jsonb.New(l.ValueData)
	to.ValidFrom, to.ValidUntil, to.Active = l.ValidFrom, l.ValidUntil, orTrue(l.Active)
	to.Folded, to.ExternalID = fold(to.Name, to.Code), &r.ExternalID
}
