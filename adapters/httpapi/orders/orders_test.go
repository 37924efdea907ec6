package orders_test

import (
	"reflect"
	"strings"
	"testing"

	httporders "github.com/petcare/petcare/adapters/httpapi/orders"
	"github.com/petcare/petcare/modules/orders"
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

func TestTagsNameTheStatusesOfOrders(t *testing.T) {
	t.Parallel()
	want := strings.Join(orders.Statuses(), ",")
	for _, of := range []reflect.Type{reflect.TypeFor[orders.Order](), reflect.TypeFor[orders.Line](), reflect.TypeFor[httporders.Filters]()} {
		if field, _ := of.FieldByName("Status"); field.Tag.Get("enum") != want {
			t.Errorf("%s: %s", of, field.Tag.Get("enum"))
		}
	}
}

func TestOrderIsShownInFull(t *testing.T) {
	s := open(t, file)
	one := s.get("orders/"+s.get("orders?number=N1").Values("id")[0].(string)).Want(200, "")
	if one.Header.Get("ETag") != `"1"` || one.Body["payment_status"] != "paid" || one.Body["starts_at"] != "2026-03-01T09:00:00Z" ||
		one.Body["customer_id"] != s.idOf("C1").String() {
		t.Errorf("%v %s", one.Header, one.Text)
	}
	line := one.Body["lines"].([]any)[0].(map[string]any)
	if line["item_id"] != s.idOf("R1").String() || line["pet_id"] != s.idOf("P1").String() || line["quantity"] != 3.0 || line["id"] == nil {
		t.Errorf("%v", line)
	}
}

func TestCustomersReadTheirOwnOrders(t *testing.T) {
	s := open(t, file)
	for _, path := range []string{"orders", "customers/" + s.idOf("C2").String() + "/orders"} {
		if got := s.as("C2", path).Joined("number"); got != "N2" {
			t.Errorf("GET %s: %s", path, got)
		}
	}
	id := s.get("orders?number=N1").Values("id")[0].(string)
	for _, path := range []string{"orders/" + id, "customers/" + s.idOf("C1").String() + "/orders"} {
		s.as("C2", path).Want(404, "not_found")
	}
}

func TestWrongParametersAndAbilitiesAreRefused(t *testing.T) {
	s := open(t, file)
	for query, fault := range map[string]string{
		"status=lost": "status enum", "paymentStatus=some": "paymentStatus enum", "customerId=1": "customerId format", "petId=x": "petId format",
		"placedFrom=2026": "placedFrom format", "updatedSince=": "updatedSince empty", "search=x": "search unknown", "limit=0": "limit too_small",
		"overlapsTo=2026-02-30": "overlapsTo format", "placedTo=0001-01-01T00:00:00z": "placedTo format", "startsFrom=noon": "startsFrom format", "overlapsFrom=2026-03-02&overlapsTo=2026-03-01": "overlapsTo order",
		"sort=created_at": "sort enum", "serviceType=spa": "serviceType enum", "include=customer,lines": "include enum", "include=pets&include=customer": "include repeated",
		"overlapFrom=2026-03-02": "overlapFrom unknown",
	} {
		s.get("orders?"+query).Want(422, "validation_failed", "query."+fault)
	}
	s.Do("catalog:read", "GET", "orders", "").Want(403, "ability_missing")
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

func TestCursorBelongsToItsSortAndFilters(t *testing.T) {
	s := open(t, file)
	cursor := s.get("orders?limit=1&sort=starts_at&status=draft&status=completed").Body["next_cursor"].(string)
	if got := s.get("orders?limit=1&sort=starts_at&status=draft&status=completed&cursor=" + cursor).Joined("number"); got != "N2" {
		t.Errorf("the next page is %q", got)
	}
	for _, other := range []string{"sort=-starts_at&status=draft&status=completed", "status=draft&status=completed", "sort=starts_at&status=draft",
		"sort=starts_at&status=draft&status=completed&overlapsFrom=2026-03-01"} {
		s.get("orders?"+other+"&cursor="+cursor).Want(422, "validation_failed", "query.cursor cursor")
	}
}
