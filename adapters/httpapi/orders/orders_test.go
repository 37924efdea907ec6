package orders_test

import (
	"strings"
	"testing"
)

const file = `
{"type": "order", "external_id": "O1", "number": "N1", "customer": "C1", "pets": ["P1"], "status": "completed", "service_types": ["boarding"], "starts_at": "2026-03-01T10:00:00+01:00", "ends_at": "2026-03-04T10:00:00Z", "placed_at": "2026-02-01T10:00:00Z", "lines": [{"kind": "rate", "item": "R1", "name": "Kennel", "pet": "P1", "quantity": 3, "unit_price": {"amount": 4200, "currency": "GBP"}, "discount": {"amount": 600, "currency": "GBP"}, "tax": {"amount": 100, "currency": "GBP"}, "total": {"amount": 12100, "currency": "GBP"}}], "totals": {"subtotal": {"amount": 12600, "currency": "GBP"}, "discount": {"amount": 600, "currency": "GBP"}, "tax": {"amount": 100, "currency": "GBP"}, "total": {"amount": 12100, "currency": "GBP"}, "paid": {"amount": 12100, "currency": "GBP"}, "balance_due": {"amount": 0, "currency": "GBP"}}, "payments": [{"method": "card", "amount": {"amount": 12100, "currency": "GBP"}, "taken_at": "2026-03-04T10:00:00Z", "reference": "T1"}]}
{"type": "order", "external_id": "O2", "number": "N2", "customer": "C2", "status": "draft", "placed_at": "2026-02-02T10:00:00Z", "totals": {"subtotal": {"amount": 0, "currency": "GBP"}, "discount": {"amount": 0, "currency": "GBP"}, "tax": {"amount": 5, "currency": "GBP"}, "total": {"amount": 5, "currency": "GBP"}, "paid": {"amount": 0, "currency": "GBP"}, "balance_due": {"amount": 5, "currency": "GBP"}}}
`

func TestOrdersAreListedByEveryFilter(t *testing.T) {
	s := open(t, file)
	for query, want := range map[string]string{
		"": "N2, N1", "status=draft": "N2", "paymentStatus=paid": "N1", "paymentStatus=unpaid": "N2", "customerId=" + s.idOf("C1").String(): "N1",
		"petId=" + s.idOf("P1").String(): "N1", "placedFrom=2026-02-02T10:00:00Z": "N2", "placedTo=2026-02-02T09:59:59Z": "N1",
		"startsFrom=2026-03-01T09:00:00Z": "N1", "startsTo=2026-03-01T10:00:00%2B01:00": "N1", "startsTo=2026-03-01T08:59:59Z": "",
		"updatedSince=2026-01-01T00:00:00Z": "N2, N1", "updatedSince=2999-01-01T00:00:00Z": "", "number=n2": "N2",
		"status=draft&status=completed": "N2, N1", "serviceType=boarding": "N1", "serviceType=retail": "", "sort=starts_at": "N1, N2", "sort=-starts_at": "N1, N2",
		"sort=-created_at": "N2, N1", "placedFrom=2026-02-02&placedTo=2026-02-02": "N2", "startsFrom=2026-03-01&startsTo=2026-03-01T09:00:00Z": "N1",
		"overlapsFrom=2026-03-02&overlapsTo=2026-03-02": "N1", "overlapsFrom=2026-03-04&overlapsTo=2026-03-04&status=completed&sort=starts_at": "N1",
		"overlapsFrom=2026-03-05": "", "overlapsTo=2026-02-28": "",
	} {
		if got := s.get("orders?" + query).Joined("number"); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if got := s.get("customers/" + s.idOf("C1").String() + "/orders?status=completed").Joined("number"); got != "N1" {
		t.Error(got)
	}
}

func TestSummariesNeedTheAbilityOfCustomers(t *testing.T) {
	s := open(t, file)
	id := s.get("orders?number=N1").Values("id")[0].(string)
	for _, path := range []string{"orders", "orders/" + id, "customers/" + s.idOf("C1").String() + "/orders"} {
		for _, include := range []string{"customer", "pets", "customer,pets"} {
			s.get(path+"?include="+include).Want(403, "ability_missing")
		}
		if one := s.get(path); one.Body["customer"] != nil || strings.Contains(one.Text, `"pets"`) {
			t.Errorf("%s shows what was not asked for: %s", path, one.Text)
		}
	}
}
