package catalog

import (
	"strconv"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/kernel/text"
)

// ValueData is a price that can depend on the pet and on how much is booked.
type ValueData struct {
	PricingModel    string      `json:"pricing_model" enum:"flat,per_night,per_day,per_hour,per_session,per_unit"`
	BasePrice       money.Money `json:"base_price" doc:"The price of one unit when no row holds; 0 is free"`
	DurationMinutes *int        `json:"duration_minutes" required:"false" minimum:"0" maximum:"1000000" doc:"How long it takes" example:"60"`
	Rows            []PriceRow  `json:"rows" required:"false" maxItems:"500"`
}

// Docs describes the keys whose texts are too long for a tag.
func (ValueData) Docs() map[string]string {
	return map[string]string{
		"pricing_model": "What one unit is; flat: the whole booking",
		"rows":          "Prices under conditions, in order: the first row whose conditions all hold wins, else base_price",
	}
}

// PriceRow is a price under conditions.
type PriceRow struct {
	Label *string         `json:"label" required:"false" maxLength:"120" doc:"What staff read" example:"Small dog"`
	When  PriceConditions `json:"when" required:"false" doc:"The conditions; the row holds when all that are set do"`
	Price money.Money     `json:"price" doc:"The price of one unit; 0 is free"`

	DurationMinutes *int `json:"duration_minutes" required:"false" minimum:"0" maximum:"1000000" doc:"Null: as without the row" example:"90"`
}

// PriceConditions say when a row holds. Both ends of a range belong to it: where two rows meet, the first one wins.
type PriceConditions struct {
	Species     *string      `json:"species" required:"false" format:"species" doc:"The pet's species"`
	Weight      *WeightRange `json:"weight" required:"false" doc:"The pet's weight; compared exactly (1 lb = 0.45359237 kg)"`
	PetPosition *CountRange  `json:"pet_position" required:"false" doc:"1 for the first pet of the order, 2 for the second, …"`

	Units *CountRange `json:"units" required:"false" doc:"How many units of the pricing model are booked"`
	Coat  *string     `json:"coat" required:"false" maxLength:"100" doc:"The pet's coat, compared without case and accents" example:"double"`
}

// WeightRange is a range of weights with both ends; null is no end.
type WeightRange struct {
	From *string `json:"from" required:"false" format:"weight-limit" maxLength:"11" doc:"At least this" example:"10"`
	To   *string `json:"to" required:"false" format:"weight-limit" maxLength:"11" doc:"At most this" example:"25.5"`
	Unit string  `json:"unit" enum:"kg,lb" doc:"The unit of both ends"`
}

// CountRange is a range of whole numbers with both ends; null is no end.
type CountRange struct {
	From *int `json:"from" required:"false" minimum:"0" maximum:"1000000" doc:"At least this" example:"1"`
	To   *int `json:"to" required:"false" minimum:"0" maximum:"1000000" doc:"At most this" example:"6"`
}

// tidy makes empty texts absent (an empty coat is no condition) and the rows a list that is never null.
func (v ValueData) tidy() ValueData {
	rows := make([]PriceRow, len(v.Rows))
	for i, r := range v.Rows {
		r.Label, r.When.Coat = text.Optional(r.Label), text.Optional(r.When.Coat)
		rows[i] = r
	}
	v.Rows = rows
	return v
}

// check finds what the limits of the keys cannot say: prices below 0, mixed currencies, ranges that end before they
// begin.
func (v ValueData) check(f *apperr.FieldErrors) {
	checkPrice("value_data.base_price", v.BasePrice, f)
	for i, r := range v.Rows {
		row := "value_data.rows[" + strconv.Itoa(i) + "]"
		checkPrice(row+".price", r.Price, f)
		if r.Price.Currency != v.BasePrice.Currency {
			f.Add(row+".price.currency", "currency", "is not the currency of base_price")
		}
		r.When.check(row+".when", f)
	}
}

func checkPrice(field string, price money.Money, f *apperr.FieldErrors) {
	if price.Amount < 0 {
		f.Add(field+".amount", "minimum", "is less than 0")
	}
}

func (c PriceConditions) check(field string, f *apperr.FieldErrors) {
	c.PetPosition.check(field+".pet_position", f)
	c.Units.check(field+".units", f)
	w := c.Weight
	if w == nil || w.From == nil || w.To == nil {
		return
	}
	from, _ := strconv.ParseFloat(*w.From, 64) // their format lets only numbers through
	to, _ := strconv.ParseFloat(*w.To, 64)
	if to < from {
		f.Add(field+".weight.to", "range", "is less than from")
	}
}

func (r *CountRange) check(field string, f *apperr.FieldErrors) {
	if r != nil && r.From != nil && r.To != nil && *r.To < *r.From {
		f.Add(field+".to", "range", "is less than from")
	}
}
