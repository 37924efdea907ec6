package orders

// PaymentStatus says how much of an order is paid.
type PaymentStatus string

// The payment statuses.
const (
	Unpaid        PaymentStatus = "unpaid"
	PartiallyPaid PaymentStatus = "partially_paid"
	Paid          PaymentStatus = "paid"
	Refunded      PaymentStatus = "refunded"
)

// paymentStatus follows from what was paid, net of refunds. An order that costs nothing is paid.
func paymentStatus(t Sums, payments []Payment) PaymentStatus {
	paid := t.Paid
	for _, p := range payments {
		if p.Amount.Amount < 0 && paid <= 0 {
			return Refunded
		}
	}
	switch {
	case paid >= t.Total:
		return Paid
	case paid > 0:
		return PartiallyPaid
	default:
		return Unpaid
	}
}
