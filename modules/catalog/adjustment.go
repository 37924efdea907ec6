package catalog

import (
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Adjustment makes an order cheaper or dearer, as the API and events show it.
type Adjustment struct {
	record.Meta
	Name string  `json:"name" minLength:"1" maxLength:"120" doc:"What staff and customers read" example:"Loyalty, 12.5%"`
	Code *string `json:"code" maxLength:"60" doc:"What is typed in to get it" example:"LOYAL"`
	Kind string  `json:"kind" enum:"discount,voucher,surcharge,gift_card" doc:"Its kind; a surcharge raises the price, the others lower it"`

	ValueData  jsonb.Of[AdjustmentValue] `json:"value_data" doc:"How much it is"`
	ValidFrom  *clock.Day                `json:"valid_from" format:"date" doc:"The first day on which it counts; null: always was"`
	ValidUntil *clock.Day                `json:"valid_until" format:"date" doc:"The last day on which it counts; null: for ever"`
	Active     bool                      `json:"active" doc:"Whether it can be used; customers see only what is active"`
	ExternalID *string                   `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"ADJ-4"`
	Folded     string                    `json:"-"` // see fold
}

// AdjustmentValue is a percentage or an amount: the key that its kind names is set, the other one is null.
type AdjustmentValue struct {
	Kind       string       `json:"kind" enum:"percent,amount" doc:"Which of percent and amount counts"`
	Percent    *string      `json:"percent" required:"false" format:"percent" maxLength:"9" doc:"Decimal percentage" example:"12.5"`
	Amount     *money.Money `json:"amount" required:"false" doc:"What is taken off, or put on by a surcharge"`
	AppliesPer string       `json:"applies_per" enum:"order,line" doc:"Whether it counts once for the order or once for each line"`
}

func (v AdjustmentValue) check(f *apperr.FieldErrors) {
	one := func(key string, wanted, there bool) {
		switch {
		case wanted && !there:
			f.Add("value_data."+key, "required", "is required for this kind")
		case there && !wanted:
			f.Add("value_data."+key, "not_applicable", "does not go with this kind")
		}
	}
	one("percent", v.Kind == "percent", v.Percent != nil)
	one("amount", v.Kind == "amount", v.Amount != nil)
	if v.Amount != nil && v.Amount.Amount < 0 {
		f.Add("value_data.amount.amount", "minimum", "is less than 0")
	}
}

// Derive sets the columns that follow from others.
func (r *Adjustment) Derive() { r.Folded = fold(r.Name, r.Code) }

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
		Name:   adjustment,
		Find:   s.tables.Adjustments.IDs,
		Apply:  importing.UpsertEach(s.adjustments, applyAdjustment),
		Export: importing.Exported[AdjustmentLine](s.adjustments, importing.Export[Adjustment]{}),
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
	to.ExternalID = &r.ExternalID
}
