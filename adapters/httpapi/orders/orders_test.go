package orders_test

import (
	"net/http"
	"testing"
)

const file = `
{"type": "order", "external_id": "O1", "number": "N1", "customer": "C1", "pets": ["P1"], "status": "completed", "service_types": ["boarding"], "starts_at": "2026-03-01T10:00:00+01:00", "ends_at": "2026-03-04T10:00:00Z", "placed_at": "2026-02-01T10:00:00Z", "lines": [{"kind": "rate", "item": "R1", "name": "Kennel", "pet": "P1", "quantity": 3, "unit_price": {"amount": 4200, "currency": "GBP"}, "discount": {"amount": 600, "currency": "GBP"}, "tax": {"amount": 100, "currency": "GBP"}, "total": {"amount": 12100, "currency": "GBP"}}], "totals": {"subtotal": {"amount": 12600, "currency": "GBP"}, "discount": {"amount": 600, "currency": "GBP"}, "tax": {"amount": 100, "currency": "GBP"}, "total": {"amount": 12100, "currency": "GBP"}, "paid": {"amount": 12100, "currency": "GBP"}, "balance_due": {"amount": 0, "currency": "GBP"}}, "payments": [{"method": "card", "amount": {"amount": 12100, "currency": "GBP"}, "taken_at": "2026-03-04T10:00:00Z", "reference": "T1"}]}
{"type": "order", "external_id": "O2", "number": "N2", "customer": "C2", "status": "draft", "placed_at": "2026-02-02T10:00:00Z", "totals": {"subtotal": {"amount": 0, "currency": "GBP"}, "discount": {"amount": 0, "currency": "GBP"}, "tax": {"amount": 5, "currency": "GBP"}, "total": {"amount": 5, "currency": "GBP"}, "paid": {"amount": 0, "currency": "GBP"}, "balance_due": {"amount": 5, "currency": "GBP"}}}
`

func TestOrdersAreListedByEveryFilter(t *testing.T) {
	s := open(t, file)
	for query, want := range map[string]string{
		"": "N2 N1", "status=draft": "N2", "paymentStatus=paid": "N1", "paymentStatus=unpaid": "N2", "customerId=" + s.idOf("C1").String(): "N1",
		"petId=" + s.idOf("P1").String(): "N1", "placedFrom=2026-02-02T10:00:00Z": "N2", "placedTo=2026-02-02T09:59:59Z": "N1",
		"startsFrom=2026-03-01T09:00:00Z": "N1", "startsTo=2026-03-01T10:00:00%2B01:00": "N1", "startsTo=2026-03-01T08:59:59Z": "",
		"updatedSince=2026-01-01T00:00:00Z": "N2 N1", "number=N2": "N2",
	} {
		if got := s.numbers("orders?"+query, "X-API-Key", "orders:read"); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	of := "customers/" + s.idOf("C1").String() + "/orders"
	if got := s.numbers(of+"?status=completed", "X-API-Key", "orders:read"); got != "N1" {
		t.Error(got)
	}
}

func TestOrderIsShownInFull(t *testing.T) {
	s := open(t, file)
	_, _, list := s.get("orders?number=N1", "X-API-Key", "*")
	id := list["data"].([]any)[0].(map[string]any)["id"].(string)
	status, etag, body := s.get("orders/"+id, "X-API-Key", "orders:read")
	if status != http.StatusOK || etag != `"1"` || body["payment_status"] != "paid" || body["starts_at"] != "2026-03-01T09:00:00Z" || body["customer_id"] != s.idOf("C1").String() {
		t.Errorf("%d %s %v", status, etag, body)
	}
	line := body["lines"].([]any)[0].(map[string]any)
	if line["item_id"] != s.idOf("R1").String() || line["pet_id"] != s.idOf("P1").String() || line["quantity"] != 3.0 || line["id"] == nil {
		t.Errorf("%v", line)
	}
}

func TestCustomersReadTheirOwnOrders(t *testing.T) {
	s := open(t, file)
	if got := s.numbers("orders", "Authorization", "Bearer C2"); got != "N2" {
		t.Error(got)
	}
	if got := s.numbers("customers/"+s.idOf("C2").String()+"/orders", "Authorization", "Bearer C2"); got != "N2" {
		t.Error(got)
	}
	_, _, list := s.get("orders?number=N1", "X-API-Key", "*")
	id := list["data"].([]any)[0].(map[string]any)["id"].(string)
	for _, path := range []string{"orders/" + id, "customers/" + s.idOf("C1").String() + "/orders"} {
		if status, _, body := s.get(path, "Authorization", "Bearer C2"); status != http.StatusNotFound {
			t.Errorf("GET %s: %d %v", path, status, body)
		}
	}
}

func TestWrongParametersAndAbilitiesAreRefused(t *testing.T) {
	s := open(t, file)
	for _, query := range []string{"status=lost", "paymentStatus=some", "customerId=1", "petId=x", "placedFrom=2026", "updatedSince=", "search=x", "limit=0"} {
		if status, _, body := s.get("orders?"+query, "X-API-Key", "*"); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %v", query, status, body)
		}
	}
	if status, _, body := s.get("orders", "X-API-Key", "catalog:read"); status != http.StatusForbidden || body["code"] != "ability_missing" {
		t.Errorf("%d %v", status, body)
	}
}
