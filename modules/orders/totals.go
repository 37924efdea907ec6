package orders

import (
	"reflect"
	"strconv"

	"github.com/petcare/petcare/platform/kernel/jsonenc"
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

// AppendJSON implements jsonenc.Appender. It writes the JSON of Totals itself instead of using jsonenc, which saves a tenth of the work
// for a page of orders.
func (s Sums) AppendJSON(dst []byte) ([]byte, error) {
	for _, sum := range [...]struct {
		key    string
		amount int64
	}{
		{`{"subtotal":`, s.Subtotal}, {`,"discount":`, s.Discount}, {`,"tax":`, s.Tax},
		{`,"total":`, s.Total}, {`,"paid":`, s.Paid}, {`,"balance_due":`, s.BalanceDue},
	} {
		dst = append(append(dst, sum.key...), `{"amount":`...)
		dst = append(strconv.AppendInt(dst, sum.amount, 10), `,"currency":`...)
		dst = append(jsonenc.String(dst, s.Currency), '}')
	}
	return append(dst, '}'), nil
}

// MarshalJSON implements json.Marshaler.
func (s Sums) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil) }

// JSONType tells schema generators what the sums look like.
func (Sums) JSONType() reflect.Type { return reflect.TypeFor[Totals]() }
