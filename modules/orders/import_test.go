package orders_test

import (
	"encoding/json"
	"github.com/petcare/petcare/platform/testkit"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
)

func gbp(amount int) keys { return keys{"amount": amount, "currency": "GBP"} }

func sums(subtotal, discount, tax, total, paid, balance int) keys {
	return keys{"subtotal": gbp(subtotal), "discount": gbp(discount), "tax": gbp(tax), "total": gbp(total), "paid": gbp(paid), "balance_due": gbp(balance)}
}

func took(amounts ...int) []any {
	list := []any{}
	for _, a := range amounts {
		list = append(list, keys{"method": "card", "amount": gbp(a), "taken_at": "2026-03-01T10:00:00+01:00"})
	}
	return list
}

// stay is an order with every key.
func stay(change keys) string {
	all := keys{
		"pets": []string{"P-1"}, "status": "completed", "pending_reason": "PR-1", "service_types": []string{"boarding", "retail"},
		"starts_at": "2026-03-01T10:00:00.1234567+01:00", "ends_at": "2026-03-04T10:00:00Z", "placed_at": "2026-02-01T10:00:00Z",
		"lines": []any{
			keys{"kind": "rate", "item": "R-1", "name": "Kennel", "pet": "P-1", "quantity": 3, "unit_price": gbp(4200), "discount": gbp(0), "tax": gbp(158),
				"total": gbp(12758), "service_from": "2026-03-01T10:00:00+01:00", "service_to": "2026-03-04T10:00:00.1234567Z"},
			keys{"kind": "retail", "item": "RP-1", "name": "Ball", "quantity": 2, "unit_price": gbp(399)},
			keys{"kind": "adjustment", "item": "ADJ-1", "name": "Loyal", "unit_price": gbp(0), "discount": gbp(1000)},
		},
		"totals": sums(13398, 1000, 158, 12556, 12556, 0), "payments": took(3000, 9556),
	}
	maps.Copy(all, change)
	return sale("S", all)
}

func TestChangedOrderIsAnUpdateWithWhatWasThere(t *testing.T) {
	d := open(t)
	d.mustLoad(stay(nil))
	before := d.get("S")
	d.events()
	d.Advance(time.Hour)
	d.mustLoad(stay(keys{"status": "cancelled", "pets": []string{"P-7"}, "totals": sums(13398, 1000, 158, 12556, 0, 12556), "payments": took(3000, 9556, -12556)}))
	got := d.events()
	if len(got) != 1 || !strings.HasPrefix(got[0], "order.updated ") {
		t.Fatal(got)
	}
	var previous map[string]json.RawMessage
	if err := json.Unmarshal([]byte(strings.TrimPrefix(got[0], "order.updated ")), &previous); err != nil {
		t.Fatal(err)
	}
	if len(previous) != 5 || string(previous["status"]) != `"completed"` || string(previous["payment_status"]) != `"paid"` || previous["pet_ids"] == nil ||
		previous["totals"] == nil || previous["payments"] == nil {
		t.Errorf("%s", got[0])
	}
	after := d.get("S")
	if after.Version != 2 || after.PaymentStatus != orders.Refunded || !after.UpdatedAt.Equal(d.Now()) || after.CreatedAt.Equal(d.Now()) ||
		after.Payments.Get()[0].ID != before.Payments.Get()[0].ID || after.Lines.Get()[2].ID != before.Lines.Get()[2].ID {
		t.Errorf("%+v", after)
	}
	gone, there := d.ref("P-7"), d.ref("P-1")
	if d.list(t.Context(), orders.Filter{Pet: &gone}) != "S" || d.list(t.Context(), orders.Filter{Pet: &there}) != "S" {
		t.Error("the pets of the order (P-7) and of its line (P-1) do not find it")
	}
}

func TestOrderShowsEveryKeyAndItsReferences(t *testing.T) {
	d := open(t)
	d.mustLoad(stay(nil), sale("M", keys{"totals": nil, "payments": []any{
		keys{"method": "gift_card", "amount": gbp(10), "taken_at": "2026-03-01T10:00:00.1234567Z", "reference": " T/1 "}},
		"ends_at": "2026-03-04T10:00:00.1234567Z"}), sale("N", nil))
	o := d.get("S")
	lines := o.Lines.Get()
	if o.CustomerID != d.ref("C-1") || o.PetIDs.Get()[0] != d.ref("P-1") || *o.PendingReasonID != d.ref("PR-1") || *lines[0].ItemID != d.ref("R-1") ||
		*lines[1].ItemID != d.ref("RP-1") || *lines[2].ItemID != d.ref("ADJ-1") || *lines[0].PetID != d.ref("P-1") {
		t.Errorf("%+v %+v", o, lines)
	}
	if lines[1].Total.Amount != 798 || lines[2].Total.Amount != -1000 || lines[2].Quantity != 1 || lines[1].Tax.Currency != "GBP" {
		t.Errorf("defaults: %+v", lines)
	}
	seen := map[uuid.UUID]bool{o.ID: true}
	for _, part := range []uuid.UUID{lines[0].ID, lines[1].ID, lines[2].ID, o.Payments.Get()[0].ID, o.Payments.Get()[1].ID} {
		if seen[part] || part.Version() != 7 || part.Variant() != uuid.RFC4122 {
			t.Errorf("id of a part: %s", part)
		}
		seen[part] = true
	}
	for _, c := range []struct{ external, part string }{
		{"S", `"starts_at":"2026-03-01T09:00:00.123456Z"`}, {"S", `"service_from":"2026-03-01T09:00:00Z"`}, {"S", `"taken_at":"2026-03-01T09:00:00Z"`},
		{"S", `"service_types":["boarding","retail"]`}, {"S", `"balance_due":{"amount":0,"currency":"GBP"}`}, {"S", `"reference":null`},
		{"S", `"service_to":"2026-03-04T10:00:00.123456Z"`}, {"S", `"discount":{"amount":1000,"currency":"GBP"},"tax":{"amount":0,`},
		{"N", `"pet_ids":[]`}, {"N", `"payments":[]`}, {"N", `"service_types":[]`}, {"N", `"pending_reason_id":null`}, {"N", `"placed_at":null`},
		{"N", `"item_id":null`}, {"N", `"service_from":null,"service_to":null`}, {"M", `"ends_at":"2026-03-04T10:00:00.123456Z"`},
		{"M", `"method":"gift_card","amount":{"amount":10,"currency":"GBP"},"taken_at":"2026-03-01T10:00:00.123456Z","reference":"T/1"`},
	} {
		if text, _ := json.Marshal(d.get(c.external)); !strings.Contains(string(text), c.part) {
			t.Errorf("no %s in %s", c.part, text)
		}
	}
}

func TestPaymentStatusFollowsFromPayments(t *testing.T) {
	d := open(t)
	for i, c := range []struct {
		total, paid int
		payments    []any
		want        orders.PaymentStatus
	}{
		{1000, 0, took(), orders.Unpaid},
		{1000, 999, took(999), orders.PartiallyPaid},
		{1000, 1000, took(400, 600), orders.Paid},
		{1000, 1200, took(1200), orders.Paid},
		{1000, 600, took(1000, -400), orders.PartiallyPaid},
		{1000, 0, took(1000, -1000), orders.Refunded},
		{1000, 0, took(250, -250), orders.Refunded},
		{1000, -5, took(250, -255), orders.Refunded},
		{0, 0, took(), orders.Paid},
		{0, 0, took(100, -100), orders.Refunded},
	} {
		external := string(rune('a' + i))
		d.mustLoad(sale(external, keys{"lines": []any{keys{"kind": "fee", "name": "x", "unit_price": gbp(c.total)}},
			"totals": sums(c.total, 0, 0, c.total, c.paid, c.total-c.paid), "payments": c.payments}))
		if got := d.get(external).PaymentStatus; got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.paid, c.total, got, c.want)
		}
	}
}

func TestFaultyOrdersAreNamed(t *testing.T) {
	d := open(t)
	d.mustLoad(sale("there", nil))
	d.events()
	line := func(change keys) keys {
		all := keys{"kind": "fee", "name": "x", "unit_price": gbp(1000)}
		maps.Copy(all, change)
		return keys{"lines": []any{all}}
	}
	dollars := keys{"amount": 0, "currency": "USD"}
	mixed := sums(1000, 0, 0, 1000, 0, 1000)
	mixed["tax"] = dollars
	foreign := func(amount int) keys { return keys{"amount": amount, "currency": "USD"} }
	abroad := line(keys{"unit_price": foreign(1000), "discount": foreign(1), "tax": foreign(1), "total": foreign(1000)})
	abroad["totals"] = keys{"subtotal": foreign(1000), "discount": foreign(0), "tax": foreign(0), "total": foreign(1000), "paid": foreign(5),
		"balance_due": foreign(995)}
	abroad["payments"] = []any{keys{"method": "card", "amount": gbp(2), "taken_at": "2026-03-01T10:00:00Z"},
		keys{"method": "cash", "amount": foreign(3), "taken_at": "2026-03-01T10:00:00Z"}}
	for _, c := range []struct {
		change keys
		want   string
	}{
		{keys{"totals": sums(999, 0, 0, 999, 0, 999)}, "totals.subtotal sum"},
		{keys{"totals": sums(1000, 100, 50, 949, 0, 949)}, "totals.total sum"},
		{keys{"totals": sums(1000, 0, 0, 1000, 100, 1000)}, "totals.balance_due sum"},
		{keys{"totals": sums(1, 0, 0, 2, 0, 3)}, "totals.subtotal sum, totals.total sum, totals.balance_due sum"},
		{keys{"totals": sums(1000, 0, 0, 1000, 100, 900), "payments": took(60, 50)}, "totals.paid sum"},
		{keys{"totals": mixed}, "totals.tax.currency currency"},
		{abroad, "lines[0].unit_price.currency currency, lines[0].discount.currency currency, lines[0].tax.currency currency, " +
			"lines[0].total.currency currency, payments[1].amount.currency currency, totals.subtotal.currency currency, " +
			"totals.discount.currency currency, totals.tax.currency currency, totals.total.currency currency, totals.paid.currency currency, " +
			"totals.balance_due.currency currency"},
		{keys{"totals": sums(1000, 0, 0, 1000, 100, 900), "payments": took(60)}, "totals.paid sum"},
		{keys{"lines": []any{}}, "totals.subtotal sum"},
		{line(keys{"unit_price": gbp(500)}), "totals.subtotal sum"},
		{line(keys{"kind": "adjustment"}), "totals.subtotal sum"},
		{line(keys{"quantity": 2}), "totals.subtotal sum"},
		{line(keys{"quantity": 1000000, "unit_price": keys{"amount": 9007199254740991, "currency": "GBP"}}), "lines[0].unit_price.amount range, totals.subtotal sum"},
		{line(keys{"kind": "adjustment", "quantity": 1000, "unit_price": keys{"amount": 9007199254740991, "currency": "GBP"}}), "lines[0].unit_price.amount range, totals.subtotal sum"},
		{line(keys{"discount": dollars}), "lines[0].discount.currency currency"},
		{line(keys{"item": "R-1"}), "lines[0].item not_applicable"},
		{line(keys{"kind": "tip", "item": "R-1"}), "lines[0].item not_applicable"},
		{line(keys{"service_from": "2026-01-02T00:00:00Z", "service_to": "2026-01-01T00:00:00Z"}), "lines[0].service_to range"},
		{keys{"starts_at": "2026-01-02T00:00:00Z", "ends_at": "2026-01-01T00:00:00Z"}, "ends_at range"},
	} {
		want := "F: " + strings.ReplaceAll(c.want, ", ", ", F: ")
		if got := strings.Join(d.load(sale("F", c.change)), ", "); got != want {
			t.Errorf("%v: got %q, want %q", c.change, got, want)
		}
	}
	if got := d.events(); len(got) != 0 {
		t.Errorf("faulty orders recorded %v", got)
	}
	if got := d.list(t.Context(), orders.Filter{}); got != "there" {
		t.Errorf("faulty orders are there: %s", got)
	}
}

func TestTheDatabaseRefusesTotalsThatDoNotAddUp(t *testing.T) {
	d := open(t)
	d.mustLoad(sale("1", nil))
	for _, set := range []string{"total = 999", "balance_due = 0", "paid = 1", "tax = 1", "ends_at = '2026-01-01', starts_at = '2026-01-02'", "status = 'lost'"} {
		if _, err := testkit.Exec(t.Context(), d.db, "update orders.orders set "+set+" where account_id = $1", d.account); err == nil {
			t.Errorf("the database took %s", set)
		}
	}
}

func TestReferencesOfALineAreNamed(t *testing.T) {
	d := open(t)
	line := d.Import().New()
	if err := json.Unmarshal([]byte(stay(nil)), line); err != nil {
		t.Fatal(err)
	}
	got := []string{}
	d.Import().Refs(line, func(field, recordType, externalID string) { got = append(got, field+" "+recordType+" "+externalID) })
	want := []string{"customer customer C-1", "pets[0] pet P-1", "pending_reason pending_reason_option PR-1", "lines[0].item rate R-1",
		"lines[0].pet pet P-1", "lines[1].item retail_product RP-1", "lines[2].item adjustment ADJ-1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestTotalsThatAreNotStatedFollowFromLinesAndPayments(t *testing.T) {
	d := open(t)
	d.mustLoad(stay(nil))
	stated := d.get("S")
	d.events()
	d.mustLoad(stay(keys{"totals": nil}))
	if got := d.events(); len(got) != 0 {
		t.Errorf("the same sums, left out, recorded %v", got)
	}
	if after := d.get("S"); after.Totals != stated.Totals || after.PaymentStatus != orders.Paid {
		t.Errorf("%+v %s, want %+v", after.Totals, after.PaymentStatus, stated.Totals)
	}
	d.mustLoad(sale("E", keys{"status": "draft", "totals": nil, "lines": nil}))
	if empty := d.get("E"); empty.Totals.Total != 0 || empty.Totals.Currency != "GBP" {
		t.Errorf("%+v", empty.Totals)
	}
	huge := []any{keys{"kind": "fee", "name": "All of it", "quantity": 2, "unit_price": gbp(9007199254740991)}}
	got := d.load(sale("H", keys{"status": "open", "totals": nil, "lines": huge}))
	if !slices.Equal(got, []string{"H: lines[0].unit_price.amount range", "H: totals range"}) {
		t.Errorf("%v", got)
	}
	const most = 1<<53 - 1 // what every JSON reader gets right
	fee := func(amount int) keys { return keys{"kind": "fee", "name": "x", "unit_price": gbp(amount)} }
	for what, change := range map[string]keys{
		"total": {"lines": []any{fee(most), fee(1)}}, "paid": {"lines": []any{fee(most)}, "payments": took(most, 1)},
		"balance_due": {"lines": []any{fee(most)}, "payments": took(-1)},
	} {
		change["totals"] = nil
		if got := d.load(sale("H", change)); !slices.Equal(got, []string{"H: totals range"}) {
			t.Errorf("%s: %v", what, got)
		}
	}
	d.mustLoad(sale("H", keys{"totals": nil, "lines": []any{fee(most)}, "payments": took(most)}))
}
