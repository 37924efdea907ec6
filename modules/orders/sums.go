package orders

import "math/big"

// mostMoney is the largest amount that every JSON reader gets right.
var mostMoney = big.NewInt(1<<53 - 1)

// sums are the totals that follow from lines and payments, for an order that does not state them: what adjustments
// take off is discount. It reports whether they are amounts that can be stored.
func (l Line) sums(currency string) (Sums, bool) {
	subtotal, total, tax, paid := l.subtotal(), new(big.Int), new(big.Int), new(big.Int)
	for _, line := range l.Lines {
		total.Add(total, line.worth())
		if line.Tax != nil {
			tax.Add(tax, big.NewInt(line.Tax.Amount))
		}
	}
	for _, p := range l.Payments {
		paid.Add(paid, big.NewInt(p.Amount.Amount))
	}
	discount := new(big.Int).Sub(subtotal, total)
	discount.Add(discount, tax)
	balance := new(big.Int).Sub(total, paid)
	for _, sum := range []*big.Int{subtotal, discount, tax, total, paid, balance} {
		if sum.CmpAbs(mostMoney) > 0 {
			return Sums{}, false
		}
	}
	return Sums{currency, subtotal.Int64(), discount.Int64(), tax.Int64(), total.Int64(), paid.Int64(), balance.Int64()}, true
}
