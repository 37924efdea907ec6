package demo

import "fmt"

type totals struct {
	Subtotal   money `json:"subtotal"`
	Discount   money `json:"discount"`
	Tax        money `json:"tax"`
	Total      money `json:"total"`
	Paid       money `json:"paid"`
	BalanceDue money `json:"balance_due"`
}

// finish adds fees, tips and discounts and works out the lines.
func (k *booking) finish(status string) {
	if k.services[0] != "retail" {
		if code := []string{"", "LATE", "CLEAN"}[k.weigh(94, 4, 2)]; code != "" && status == "completed" {
			fee := k.surcharge(code)
			k.line("fee", "", fee.Name, 1, fee.ValueData.Amount.Amount, nil)
		}
		if status == "completed" && k.chance(7) {
			k.line("tip", "", "Tip – thank you!", 1, k.market.price(int64(k.between(1, 6))*250), nil)
		}
	}
	if k.chance(14) {
		k.reduce(pick(k.luck, k.reductions(k.placed)))
	}
	for i := range k.lines {
		made := &k.lines[i]
		net := made.UnitPrice.Amount*int64(made.Quantity) - made.Discount.Amount
		made.Tax.Amount = k.exclusiveTax(net, made.taxes)
		made.Total.Amount = net + made.Tax.Amount
	}
}

// reduce takes an adjustment off every line that it applies to, or off the order as a line of its own.
func (k *booking) reduce(a adjustment) {
	if a.Code == "MULTI" && len(k.guests) < 2 {
		return
	}

	rest := int64(0)
	for i := range k.lines {
		made := &k.lines[i]
		if made.Kind == "fee" || made.Kind == "tip" {
			continue
		}
		amount := made.UnitPrice.Amount * int64(made.Quantity)
		if a.ValueData.AppliesPer == "line" {
			made.Discount.Amount = a.takesOff(amount)
		}
		rest += amount
	}
	if a.ValueData.AppliesPer == "order" && rest > 0 {
		name := a.Name
		if a.Kind == "gift_card" {
			name = fmt.Sprintf("%s no. %06d", a.Name, k.IntN(1_000_000))
		}
		k.line("adjustment", a.ExternalID, name, 1, 0, nil).Discount.Amount = a.takesOff(rest)
	}
}

func (b *business) sum(lines []orderLine) totals {
	none := b.money(0)
	sums := totals{Subtotal: none, Discount: none, Tax: none, Total: none, Paid: none, BalanceDue: none}
	for _, made := range lines {
		sums.Subtotal.Amount += made.UnitPrice.Amount * int64(made.Quantity)
		sums.Discount.Amount += made.Discount.Amount
		sums.Tax.Amount += made.Tax.Amount
		sums.Total.Amount += made.Total.Amount
	}

	return sums
}
