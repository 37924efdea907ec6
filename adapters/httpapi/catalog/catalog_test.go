package catalog_test

import "testing"

const file = `
{"type": "retail_product", "external_id": "P1", "name": "Ball", "sku": "B-1", "categories": ["C2"], "price": {"amount": 399, "currency": "GBP"}, "taxes": ["T1"]}
{"type": "retail_category", "external_id": "C2", "name": "Balls", "parent": "C1"}
{"type": "retail_category", "external_id": "C1", "name": "Toys"}
{"type": "rate", "external_id": "R1", "name": "Kennel", "serviceType": "boarding", "item_order": 1, "taxes": ["T1"], "included_addons": ["A4"], "value_data": {"pricing_model": "per_night", "base_price": {"amount": 4200, "currency": "GBP"}, "rows": [{"when": {"species": "cat"}, "price": {"amount": 0, "currency": "GBP"}}]}}
{"type": "rate", "external_id": "R2", "name": "Old kennel", "serviceType": "boarding", "item_order": 2, "active": false, "value_data": {"pricing_model": "flat", "base_price": {"amount": 1, "currency": "GBP"}}}
{"type": "addon", "external_id": "A1", "name": "Bath", "serviceType": "grooming", "item_order": 1, "value_data": {"pricing_model": "flat", "base_price": {"amount": 1, "currency": "GBP"}}}
{"type": "addon", "external_id": "A2", "name": "Recall", "serviceType": "training", "item_order": 2, "value_data": {"pricing_model": "flat", "base_price": {"amount": 1, "currency": "GBP"}}}
{"type": "addon", "external_id": "A3", "name": "Puppies", "serviceType": "classes", "item_order": 3, "capacity": 8, "sessions": [{"starts_at": "2026-04-01T18:00:00Z", "ends_at": "2026-04-01T19:00:00Z"}], "value_data": {"pricing_model": "flat", "base_price": {"amount": 1, "currency": "GBP"}}}
{"type": "addon", "external_id": "A4", "name": "Walk", "item_order": 4, "value_data": {"pricing_model": "flat", "base_price": {"amount": 1, "currency": "GBP"}}}
{"type": "adjustment", "external_id": "D1", "name": "Loyal", "kind": "discount", "valid_from": "2026-01-01", "value_data": {"kind": "percent", "percent": "12.5", "applies_per": "line"}}
{"type": "tax", "external_id": "T1", "name": "VAT", "rate": "20.00", "inclusive": true}
`

func TestEveryListAndRecordAnswers(t *testing.T) {
	s := open(t, file)
	for path, want := range map[string]string{
		"products/rates": "Kennel, Old kennel", "products/rates?active=true": "Kennel", "products/rates?active=false": "Old kennel",
		"products/rates?search=old+KEN": "Old kennel", "products/rates?updatedSince=2020-01-01T00:00:00Z": "Kennel, Old kennel",
		"products/rates?updatedSince=2999-01-01T00:00:00Z": "",
		"products/addons": "Bath, Recall, Puppies, Walk", "products/addons?serviceType=training": "Recall", "products/classes": "Puppies",
		"products/grooming": "Bath", "products/training": "Recall", "products/training?search=bath": "",
		"products/retail": "Ball", "products/retail?search=b-1": "Ball", "products/adjustments": "Loyal", "taxes": "VAT",
	} {
		if got := s.names(path); got != want {
			t.Errorf("GET %s: %s, want %s", path, got, want)
		}
	}
	for _, list := range []string{"rates", "addons", "classes", "grooming", "training", "retail", "adjustments"} {
		one := s.get("products/"+list+"/"+s.id("products/"+list)).Want(200, "")
		if one.Header.Get("ETag") != `"1"` || one.Body["version"] != 1.0 {
			t.Errorf("one of %s: %v %s", list, one.Header, one.Text)
		}
	}
}

func TestAnotherAddonUnderAServiceIsNotFound(t *testing.T) {
	s := open(t, file)
	for _, list := range []string{"grooming", "training"} {
		s.get("products/"+list+"/"+s.id("products/classes")).Want(404, "not_found")
	}
}

func TestProductsShowWhatTheyReferTo(t *testing.T) {
	s := open(t, file)
	rate := s.get("products/rates/" + s.id("products/rates")).Body
	if rate["tax_ids"].([]any)[0] != s.id("taxes") || rate["included_addon_ids"].([]any)[0] != s.id("products/addons?search=walk") {
		t.Errorf("%v", rate)
	}
	product := s.get("products/retail/" + s.id("products/retail")).Body
	category := product["categories"].([]any)[0].(map[string]any)
	if category["name"] != "Balls" || category["parent_id"] == nil {
		t.Errorf("%v", product)
	}
	adjustment := s.get("products/adjustments/" + s.id("products/adjustments")).Body
	if adjustment["valid_from"] != "2026-01-01" || adjustment["valid_until"] != nil || adjustment["value_data"].(map[string]any)["percent"] != "12.5" {
		t.Errorf("%v", adjustment)
	}
}

func TestCustomersListOnlyActiveProducts(t *testing.T) {
	s := open(t, file)
	if got := s.asCustomer("products/rates").Joined("name"); got != "Kennel" {
		t.Error(got)
	}
	s.asCustomer("products/rates/"+s.id("products/rates?active=false")).Want(404, "not_found")
}

func TestPagesAreReachedByCursor(t *testing.T) {
	s := open(t, file)
	first := s.get("products/addons?limit=3")
	cursor, ok := first.Body["next_cursor"].(string)
	if !ok || first.Joined("name") != "Bath, Recall, Puppies" {
		t.Fatal(first.Text)
	}
	if got := s.names("products/addons?limit=3&cursor=" + cursor); got != "Walk" {
		t.Error(got)
	}
	s.get("products/addons?active=true&cursor="+cursor).Want(422, "validation_failed", "query.cursor cursor")
}
