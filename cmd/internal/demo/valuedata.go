package demo

import "strconv"

type valueData struct {
	PricingModel    string `json:"pricing_model"`
	BasePrice       money  `json:"base_price"`
	DurationMinutes int    `json:"duration_minutes,omitempty"`
	Rows            []row  `json:"rows"`
}

// row is a price under conditions; the first row whose conditions all hold wins.
type row struct {
	Label           string `json:"label"`
	When            when   `json:"when"`
	Price           money  `json:"price"`
	DurationMinutes int    `json:"duration_minutes,omitempty"`
}

type when struct {
	Species     string       `json:"species,omitempty"`
	Weight      *weightRange `json:"weight,omitempty"`
	PetPosition *countRange  `json:"pet_position,omitempty"`
	Units       *countRange  `json:"units,omitempty"`
	Coat        string       `json:"coat,omitempty"`
}

// weightRange is open at an end that is empty.
type weightRange struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	Unit string `json:"unit"`

	low, high int // hundredths of the unit; high 0: no end
}

// countRange includes both ends; 0 is no end.
type countRange struct {
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`
}

// occasion is what a price depends on.
type occasion struct {
	species    string
	coat       string
	hundredths int // weight in the location's unit
	position   int // 1 for the customer's first pet of the order
	units      int // nights, days, hours, sessions or pieces
}

func (v valueData) priceFor(o occasion) int64 {
	for _, candidate := range v.Rows {
		if candidate.When.holds(o) {
			return candidate.Price.Amount
		}
	}

	return v.BasePrice.Amount
}

func (w when) holds(o occasion) bool {
	return (w.Species == "" || w.Species == o.species) &&
		(w.Coat == "" || w.Coat == o.coat) &&
		(w.Weight == nil || o.hundredths >= w.Weight.low && (w.Weight.high == 0 || o.hundredths <= w.Weight.high)) &&
		w.PetPosition.holds(o.position) &&
		w.Units.holds(o.units)
}

func (r *countRange) holds(count int) bool {
	return r == nil || count >= r.From && (r.To == 0 || count <= r.To)
}

// weights is a range in the location's unit; 0 is no end.
func (b *business) weights(low, high int) *weightRange {
	made := &weightRange{Unit: b.location.WeightUnit, low: low * 100, high: high * 100}
	if low > 0 {
		made.From = strconv.Itoa(low)
	}
	if high > 0 {
		made.To = strconv.Itoa(high)
	}

	return made
}

// size is a step of the price list by weight.
type size struct {
	label string
	span  *weightRange
}

func (b *business) sizes() []size {
	small, medium, large := b.market.smallUpTo, b.market.mediumUpTo, b.market.largeUpTo

	return []size{
		{"Small", b.weights(0, small)}, {"Medium", b.weights(small, medium)},
		{"Large", b.weights(medium, large)}, {"Giant", b.weights(large, 0)},
	}
}

// bySize prices dogs by weight; small pays the first price, and so on.
func (b *business) bySize(pence ...int64) []row {
	rows := []row{}
	for i, step := range b.sizes()[:len(pence)] {
		rows = append(rows, row{Label: step.label, When: when{Weight: step.span}, Price: b.price(pence[i])})
	}

	return rows
}

// byStay adds to rows by weight the same with a discount for long stays, the longest first.
func (b *business) byStay(pence ...int64) []row {
	rows := []row{}
	for _, stay := range []struct {
		label   string
		nights  int
		percent int64
	}{{", 14 nights or more", 14, 85}, {", 7 nights or more", 7, 92}, {"", 0, 100}} {
		for i, step := range b.sizes()[:len(pence)] {
			made := row{
				Label: step.label + stay.label,
				When:  when{Weight: step.span},
				Price: b.money((b.market.price(pence[i])*stay.percent + 500) / 1000 * 10),
			}
			if stay.nights > 0 {
				made.When.Units = &countRange{From: stay.nights}
			}
			rows = append(rows, made)
		}
	}

	return rows
}

// furtherPets prices the second and any further pet that shares the room.
func (b *business) furtherPets(pence int64) row {
	return row{Label: "Second and further pets, same room", When: when{PetPosition: &countRange{From: 2}}, Price: b.price(pence)}
}
