package demo

type tax struct {
	head
	Name      string `json:"name"`
	Rate      string `json:"rate"`
	Inclusive bool   `json:"inclusive"`
	Active    bool   `json:"active"`

	use   string // which part of the price list carries it: everything, goods, lodging or nothing
	basis int    // rate in hundredths of a percent
}

func newTax(id, name string, basis int, inclusive, active bool, use string) tax {
	return tax{
		head: head{"tax", id}, Name: name, Rate: decimal(basis), Inclusive: inclusive, Active: active,
		use: use, basis: basis,
	}
}

// Prices in Britain contain the tax, prices in America do not.

func britishTaxes() []tax {
	return []tax{
		newTax("T-VAT20", "VAT 20% (included)", 2000, true, true, "everything"),
		newTax("T-VAT5", "VAT 5% reduced rate (included)", 500, true, true, "nothing"),
		newTax("T-VAT0", "VAT zero-rated", 0, true, true, "nothing"),
		newTax("T-VAT175", "VAT 17.5% (until 2011)", 1750, true, false, "nothing"),
	}
}

func americanTaxes() []tax {
	return []tax{
		newTax("T-SALES", "Sales tax", 550, false, true, "goods"),
		newTax("T-LODGE", "Animal lodging levy", 125, false, true, "lodging"),
		newTax("T-SALES-OLD", "Sales tax (old rate)", 500, false, false, "nothing"),
	}
}

// taxIDs lists the taxes that a part of the price list carries.
func (b *business) taxIDs(use string) []string {
	ids := []string{}
	for _, t := range b.taxes {
		if t.use == "everything" || t.use == use {
			ids = append(ids, t.ExternalID)
		}
	}

	return ids
}

// exclusiveTax is what the taxes add to a net amount; each tax is rounded by itself.
func (b *business) exclusiveTax(net int64, ids []string) int64 {
	sum := int64(0)
	for _, t := range b.taxes {
		for _, id := range ids {
			if t.ExternalID == id && !t.Inclusive {
				sum += percentOf(net, t.basis)
			}
		}
	}

	return sum
}
