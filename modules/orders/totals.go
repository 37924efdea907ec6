package orders

import (
	"encoding/json"
	"reflect"

	"github.com/petcare/petcare/platform/kernel/money"
)

// Totals are the sums of an order.
type Totals struct {
	Subtotal   money.Money `json:"subtotal" doc:"The sum of quantity × unit_price over all lines but adjustments"`
	Discount   money.Money `json:"discount" doc:"What is taken off"`
	Tax        money.Money `json:"tax" doc:"What taxes add; taxes that prices contain are not part of it"`
	Total      money.Money `json:"total" doc:"subtotal − discount + tax"`
	Paid       money.Money `json:"paid" doc:"What was paid, less what was given back"`
	BalanceDue money.Money `json:"balance_due" doc:"total − paid"`
}

// Sums are Totals as columns: whole minor units of one currency. They are shown as Totals.
type Sums struct {
	Currency                                         string
	Subtotal, Discount, Tax, Total, Paid, BalanceDue int64
}

// sums are totals whose currency has been checked.
func (t Totals) sums() Sums {
	return Sums{t.Total.Currency, t.Subtotal.Amount, t.Discount.Amount, t.Tax.Amount, t.Total.Amount, t.Paid.Amount, t.BalanceDue.Amount}
}

// totals are the sums as clients see them.
func (s Sums) totals() Totals {
	of := func(amount int64) money.Money { return money.Of(amount, s.Currency) }
	return Totals{of(s.Subtotal), of(s.Discount), of(s.Tax), of(s.Total), of(s.Paid), of(s.BalanceDue)}
}

// MarshalJSON implements json.Marshaler.
func (s Sums) MarshalJSON() ([]byte, error) { return json.Marshal(s.totals()) }

// UnmarshalJSON implements json.Unmarshaler: a revert reads orders from their events.
func (s *Sums) UnmarshalJSON(text []byte) error {
	var t Totals
	if err := json.Unmarshal(text, &t); err != nil {
		return err
	}
	*s = t.sums()
	return nil
}

// JSONType tells schema generators what the sums look like.
func (Sums) JSONType() reflect.Type { return reflect.TypeFor[Totals]() }
