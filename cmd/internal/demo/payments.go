package demo

import "fmt"

type payment struct {
	Method    string `json:"method"`
	Amount    money  `json:"amount"`
	TakenAt   string `json:"taken_at"`
	Reference string `json:"reference,omitempty"`
}

// pay takes a deposit on the day of the booking and the rest on the last day, never after yesterday.
func (c calendar) pay(k *booking, status string, total int64) []payment {
	payments := []payment{}
	if total == 0 || status == "draft" {
		return payments
	}
	deposit := percentOf(total, 2500)

	switch status {
	case "cancelled":
		switch c.weigh(50, 35, 15) {
		case 1:
			first := c.payment(k.placed, deposit)

			return append(payments, first, c.refund(first, k.placed+c.between(1, 5), "Refund"))
		case 2:
			return append(payments, c.payment(k.placed, deposit)) // the deposit is kept
		}

		return payments
	case "open":
		switch c.weigh(35, 45, 20) {
		case 1:
			payments = append(payments, c.payment(k.placed, deposit))
		case 2:
			payments = append(payments, c.payment(k.placed, total))
		}

		return payments
	}

	switch c.weigh(4, 3, 40, 50, 2) {
	case 1:
		return append(payments, c.payment(k.placed, deposit))
	case 2:
		return append(payments, c.payment(k.placed, deposit), c.payment(k.end, total-deposit))
	case 3:
		return append(payments, c.payment(k.end, total))
	case 4:
		first := c.payment(k.end, total)

		return append(payments, first, c.refund(first, k.end+c.between(0, 9), "Refund – complaint"))
	}

	return payments
}

// refund gives a payment back in the way it came.
func (c calendar) refund(first payment, day int, reference string) payment {
	return payment{
		Method: first.Method, Amount: c.money(-first.Amount.Amount), TakenAt: c.instant(min(-1, day), 21, c.between(0, 59)),
		Reference: reference,
	}
}

func (c calendar) payment(day int, amount int64) payment {
	method := []string{"card", "cash", "bank_transfer", "account_credit", "gift_card", "cheque", "other"}[c.weigh(70, 12, 10, 3, 2, 2, 1)]
	made := payment{Method: method, Amount: c.money(amount), TakenAt: c.instant(day, c.between(18, 20), c.between(0, 59))}
	switch method {
	case "card":
		made.Reference = fmt.Sprintf("TERM-%d/%06d", c.between(1, 3), c.IntN(1_000_000))
	case "cheque", "bank_transfer":
		made.Reference = fmt.Sprintf("%08d", c.IntN(100_000_000))
	case "other":
		made.Reference = "Swapped for 3 sacks of carrots 🥕"
	}

	return made
}
