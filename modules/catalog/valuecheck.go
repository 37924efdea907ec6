package catalog

import (
	"strconv"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/kernel/text"
)

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
