package catalog

import (
	"github.com/petcare/petcare/platform/money"
	"github.com/petcare/petcare/platform/text"
)

// Occasion is what a price can depend on. What is not known ("", 0, nil) fails every condition on it.
type Occasion struct {
	Species     string
	Weight      *Weight
	Coat        string
	PetPosition int // 1 for the first pet of the order
	Units       int // nights, days, hours, sessions or pieces
}

// Quote is a price that was found.
type Quote struct {
	Price           money.Money // of one unit; 0 is free
	DurationMinutes *int
	Row             int // index of the row that won, -1 for the base price
}

// Quote finds the price of one unit: that of the first row whose conditions all hold, else the base price. A row
// without conditions always holds. Both ends of a range belong to it, and weights in different units are compared
// exactly. A row without a duration takes as long as the whole.
func (v ValueData) Quote(o Occasion) Quote {
	for i, r := range v.Rows {
		if !r.When.hold(o) {
			continue
		}
		q := Quote{Price: r.Price, DurationMinutes: r.DurationMinutes, Row: i}
		if q.DurationMinutes == nil {
			q.DurationMinutes = v.DurationMinutes
		}
		return q
	}
	return Quote{Price: v.BasePrice, DurationMinutes: v.DurationMinutes, Row: -1}
}

func (c PriceConditions) hold(o Occasion) bool {
	return (c.Species == nil || *c.Species == o.Species) &&
		(c.Coat == nil || text.Fold(*c.Coat) == text.Fold(o.Coat)) &&
		c.Weight.holds(o.Weight) &&
		c.PetPosition.holds(o.PetPosition) &&
		c.Units.holds(o.Units)
}

// holds takes 0 as not known.
func (r *CountRange) holds(n int) bool {
	if r == nil {
		return true
	}
	return n > 0 && (r.From == nil || n >= *r.From) && (r.To == nil || n <= *r.To)
}

func (r *WeightRange) holds(w *Weight) bool {
	if r == nil {
		return true
	}
	if w == nil || !w.known() {
		return false
	}
	if r.From != nil {
		if order, ok := w.compare(Weight{*r.From, r.Unit}); !ok || order < 0 {
			return false
		}
	}
	if r.To != nil {
		if order, ok := w.compare(Weight{*r.To, r.Unit}); !ok || order > 0 {
			return false
		}
	}
	return true
}
