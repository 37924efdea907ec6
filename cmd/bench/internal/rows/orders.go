package rows

import (
	"fmt"
	"time"
)

// OrdersEvery is the time between the starts of two orders. No two start at the same time, and the table has another order.
const OrdersEvery = 53 * time.Minute

const scatter = 7919 // a prime that does not divide the number of orders

// Order is a stay of both pets of a customer.
type Order struct {
	Number               int
	Starts, Ends, Placed time.Time
	Lines                []Line
	Totals               map[string]Money
	Payment              Payment
}

// Line is an entry of an order.
type Line struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Quantity  int    `json:"quantity"`
	UnitPrice Money  `json:"unit_price"`
	Discount  Money  `json:"discount"`
	Tax       Money  `json:"tax"`
	Total     Money  `json:"total"`
}

// Payment is a payment for an order.
type Payment struct {
	Method    string    `json:"method"`
	Amount    Money     `json:"amount"`
	TakenAt   time.Time `json:"taken_at"`
	Reference string    `json:"reference"`
}

// Money is an amount in pence.
type Money int

// MarshalJSON implements json.Marshaler. It writes minor units and the currency.
func (m Money) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `{"amount":%d,"currency":"GBP"}`, int(m)), nil
}

// StartOf returns when the order at a place in time starts; places are 0 to Orders-1.
func StartOf(place int) time.Time { return began.Add(time.Duration(place) * OrdersEvery) }

// Name returns the order's number for people.
func (o Order) Name() string { return fmt.Sprintf("BK-%05d", o.Number) }

// OrderAt returns the order with a number.
func OrderAt(n int) Order {
	s := draw(4, n)
	o := Order{Number: n, Starts: StartOf(n * scatter % Orders)}
	nights := 1 + s.IntN(6)
	o.Ends, o.Placed = o.Starts.Add(time.Duration(nights)*24*time.Hour), o.Starts.Add(-time.Duration(1+s.IntN(40))*24*time.Hour)
	var sum Money
	for _, l := range []Line{
		{Kind: "rate", Name: "Dog boarding, garden room", Quantity: nights, UnitPrice: Money(3900 + 100*s.IntN(9))},
		{Kind: "addon", Name: "Nail trim", Quantity: 2, UnitPrice: 1200},
		{Kind: "retail", Name: "Rope tug, M", Quantity: 1 + s.IntN(3), UnitPrice: 1000},
	} {
		l.Total = Money(l.Quantity) * l.UnitPrice
		sum += l.Total
		o.Lines = append(o.Lines, l)
	}
	o.Totals = map[string]Money{"subtotal": sum, "discount": 0, "tax": 0, "total": sum, "paid": 3000, "balance_due": sum - 3000}
	o.Payment = Payment{"card", 3000, o.Placed, fmt.Sprintf("TERM-%d", n)}
	return o
}
