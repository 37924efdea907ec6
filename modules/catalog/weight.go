package catalog

import (
	"math/big"
	"regexp"
)

// Weight is a decimal text with its unit, kg or lb.
type Weight struct {
	Value string
	Unit  string
}

// decimalForm keeps big.Rat away from fractions and exponents, which it would read too.
var decimalForm = regexp.MustCompile(`^[0-9]{1,9}([.][0-9]{1,9})?$`)

// grains is the weight in units of 10 µg, in which both a kilogram (100,000,000) and a pound (45,359,237) are whole.
func (w Weight) grains() (*big.Rat, bool) {
	var unit int64
	switch w.Unit {
	case "kg":
		unit = 100_000_000
	case "lb":
		unit = 45_359_237
	default:
		return nil, false
	}
	if !decimalForm.MatchString(w.Value) {
		return nil, false
	}
	value, ok := new(big.Rat).SetString(w.Value)
	if !ok {
		return nil, false
	}
	return value.Mul(value, new(big.Rat).SetInt64(unit)), true
}

// compare is -1, 0 or 1 as w is lighter, equal or heavier than other; false when one of them is not a weight.
func (w Weight) compare(other Weight) (int, bool) {
	a, ok := w.grains()
	if !ok {
		return 0, false
	}
	b, ok := other.grains()
	if !ok {
		return 0, false
	}
	return a.Cmp(b), true
}
