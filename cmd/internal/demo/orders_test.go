package demo

import "testing"

func TestTotalsOfEveryOrderAddUp(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		currency := f.location.Currency
		for id, order := range f.index["order"] {
			var subtotal, discount, tax, paid int64
			for _, line := range order.all("lines") {
				amount := line.number(t, "quantity") * line.amount(t, "unit_price", currency)
				if line.text("kind") != "adjustment" {
					subtotal += amount
				}
				discount += line.amount(t, "discount", currency)
				tax += line.amount(t, "tax", currency)
				want := amount - line.amount(t, "discount", currency) + line.amount(t, "tax", currency)
				if line.amount(t, "total", currency) != want {
					t.Errorf("order %s: line %s has total %v, want %d", id, line.text("name"), line["total"], want)
				}
			}
			for _, payment := range order.all("payments") {
				paid += payment.amount(t, "amount", currency)
			}
			total := subtotal - discount + tax
			sums := record(order["totals"].(map[string]any))
			for key, want := range map[string]int64{
				"subtotal": subtotal, "discount": discount, "tax": tax, "total": total, "paid": paid, "balance_due": total - paid,
			} {
				if got := sums.amount(t, key, currency); got != want {
					t.Errorf("order %s: %s is %d, want %d", id, key, got, want)
				}
			}
			if total < 0 || paid < 0 || paid > total || len(order.all("lines")) == 0 {
				t.Errorf("order %s: total %d, paid %d", id, total, paid)
			}
		}
	})
}

// paymentStatus is what the service is expected to derive.
func paymentStatus(t *testing.T, order record, currency string) string {
	sums := record(order["totals"].(map[string]any))
	paid, total := sums.amount(t, "paid", currency), sums.amount(t, "total", currency)
	switch {
	case paid == 0 && len(order.all("payments")) > 0:
		return "refunded"
	case paid >= total:
		return "paid"
	case paid > 0:
		return "partially_paid"
	}

	return "unpaid"
}

func TestOrdersHaveEveryStatusAndPaymentStatus(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		counts := map[string]int{}
		for _, order := range f.index["order"] {
			counts[order.text("status")]++
			counts[paymentStatus(t, order, f.location.Currency)]++
			for _, service := range order.texts("service_types") {
				counts[service]++
			}
			for _, line := range order.all("lines") {
				counts[line.text("kind")+" line"]++
			}
			if order.text("pending_reason") != "" {
				counts["pending"]++
			}
		}
		for _, key := range []string{
			"draft", "open", "completed", "cancelled", "unpaid", "partially_paid", "paid", "refunded", "pending",
			"boarding", "daycare", "grooming", "training", "classes", "retail",
			"rate line", "addon line", "retail line", "adjustment line", "fee line", "tip line",
		} {
			if counts[key] < 8 {
				t.Errorf("%d orders are or have %s: %v", counts[key], key, counts)
			}
		}
	})
}

func TestOrderNumbersAreUniqueAndRiseWithTime(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		number, placed := "", ""
		for _, order := range f.records {
			if order.text("type") != "order" {
				continue
			}
			if order.text("number") <= number || order.text("placed_at") < placed {
				t.Errorf("order %s of %s follows %s of %s", order.text("number"), order.text("placed_at"), number, placed)
			}
			number, placed = order.text("number"), order.text("placed_at")
		}
	})
}

func TestExclusiveTaxIsChargedWhereTheLocationHasIt(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		taxed := false
		for _, order := range f.index["order"] {
			taxed = taxed || record(order["totals"].(map[string]any)).amount(t, "tax", f.location.Currency) > 0
		}
		if taxed != (f.location.Country == "US") {
			t.Errorf("orders with exclusive tax: %t", taxed)
		}
	})
}

func TestClassesAreNotOverbooked(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		sold := map[string]int64{}
		for _, order := range f.index["order"] {
			for _, line := range order.all("lines") {
				sold[line.text("item")]++
			}
		}
		for id, addon := range f.index["addon"] {
			if addon["sessions"] != nil && sold[id] > addon.number(t, "capacity") {
				t.Errorf("%s: %d places sold", id, sold[id])
			}
		}
	})
}
