package catalog_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/testkit"
)

const kennel = `{"pricing_model": "per_night", "base_price": {"amount": 5000, "currency": "GBP"}, "duration_minutes": 60, "rows": [
	{"label": "second pet", "when": {"pet_position": {"from": 2}}, "price": {"amount": 2000, "currency": "GBP"}, "duration_minutes": 30},
	{"label": "cats are free", "when": {"species": "cat"}, "price": {"amount": 0, "currency": "GBP"}},
	{"label": "small, long stay", "when": {"species": "dog", "weight": {"to": "10", "unit": "kg"}, "units": {"from": 7, "to": 13}}, "price": {"amount": 3000, "currency": "GBP"}},
	{"label": "small", "when": {"weight": {"to": "10", "unit": "kg"}}, "price": {"amount": 3500, "currency": "GBP"}},
	{"label": "medium", "when": {"weight": {"from": "10", "to": "25.5", "unit": "kg"}}, "price": {"amount": 4000, "currency": "GBP"}},
	{"label": "wire coat", "when": {"coat": "Drahthaar é"}, "price": {"amount": 4500, "currency": "GBP"}},
	{"label": "very heavy", "when": {"weight": {"from": "200", "unit": "lb"}}, "price": {"amount": 9000, "currency": "GBP"}}]}`

// everything is one line of each type with every key.
func (s *shop) everything(price string) {
	s.Helper()
	s.mustLoad("tax", `{"external_id": "T", "name": "VAT", "rate": "20", "inclusive": true, "active": true}`)
	s.mustLoad("addon", addonLine("A", "Walk", `, "code": "W", "taxes": ["T"]`),
		addonLine("A2", "Puppies", `, "serviceType": "classes", "capacity": 8, "instructor": "Theo", "sessions": [{"starts_at": "2026-04-01T18:00:00+01:00", "ends_at": "2026-04-01T19:00:00.1234567Z"}]`))
	s.mustLoad("rate", `{"external_id": "R", "name": "Kennel", "description": "Own run", "code": "K", "serviceType": "boarding", "item_order": 3,
		"taxes": ["T"], "included_addons": ["A"], "value_data": `+strings.Replace(kennel, "5000", price, 1)+`}`)
	s.mustLoad("retail_category", `{"external_id": "C1", "name": "Toys"}`)
	s.mustLoad("retail_category", `{"external_id": "C2", "name": "Balls", "parent": "C1"}`)
	s.mustLoad("retail_product", `{"external_id": "P", "name": "Ball", "description": "Round", "sku": "B-1", "barcode": "1", "brand": "Tail",
		"categories": ["C2", "C1"], "price": {"amount": `+price+`, "currency": "GBP"}, "taxes": ["T"], "stock_quantity": 3, "track_stock": true}`)
	s.mustLoad("adjustment", `{"external_id": "D", "name": "Off", "code": "OFF", "kind": "discount", "valid_from": "2026-01-01", "valid_until": "2026-01-01",
		"value_data": {"kind": "amount", "amount": {"amount": 500, "currency": "GBP"}, "applies_per": "line"}}`)
}

func TestEmptyCoatIsNoCondition(t *testing.T) {
	s := open(t)
	s.mustLoad("rate", `{"external_id": "R", "name": "r", "serviceType": "daycare", "value_data": {"pricing_model": "flat", "base_price":
		{"amount": 1, "currency": "GBP"}, "rows": [{"label": " ", "when": {"coat": ""}, "price": {"amount": 2, "currency": "GBP"}}]}}`)
	rate := testkit.Must[catalog.Rate](t)(s.GetRate(t.Context(), s.Account, s.id("rate", "R")))
	v := rate.ValueData.Get()
	if v.Rows[0].Label != nil || v.Rows[0].When.Coat != nil {
		t.Errorf("%+v", v)
	}
}

func TestRenamedCategoryIsAChangeOfItsProducts(t *testing.T) {
	s := open(t)
	s.everything("5000")
	s.mustLoad("retail_product", `{"external_id": "P2", "name": "Soap", "price": {"amount": 1, "currency": "GBP"}}`)
	s.NewEvents()
	s.Advance(time.Hour)
	s.mustLoad("retail_category", `{"external_id": "C1", "name": "Playthings"}`, `{"external_id": "C2", "name": "Balls", "parent": "C1"}`)
	got := s.NewEvents()
	if len(got) != 2 || got[0].String() != `retail_category.updated {"name":"Toys"}` ||
		!strings.HasPrefix(got[1].String(), `retail_product.updated {"categories":[`) || !strings.Contains(got[1].String(), `"name":"Toys"`) {
		t.Errorf("%v", got)
	}
	p, err := s.GetRetailProduct(t.Context(), s.Account, s.id("retail_product", "P"))
	if err != nil {
		t.Fatal(err)
	}
	top := s.id("retail_category", "C1")
	want := []catalog.ProductCategory{{ID: s.id("retail_category", "C2"), Name: "Balls", ParentID: &top}, {ID: top, Name: "Playthings"}}
	shown := p.Categories.Get()
	if p.Version != 2 || len(shown) != 2 || shown[0].ID != want[0].ID || shown[0].Name != "Balls" || *shown[0].ParentID != top || shown[1] != want[1] {
		t.Errorf("version %d, %+v", p.Version, shown)
	}
	s.mustLoad("retail_category", `{"external_id": "C2", "name": "Balls"}`)
	if p, err = s.GetRetailProduct(t.Context(), s.Account, p.ID); err != nil || p.Categories.Get()[0].ParentID != nil || len(s.NewEvents()) != 2 {
		t.Errorf("at the top: %+v, %v", p.Categories.Get(), err)
	}
	s.everything("5000") // has the old place and the old name, in two steps: they go back
	if got := s.NewEvents(); len(got) != 4 {
		t.Errorf("%v", got)
	}
}

func TestFaultyLinesAreNamed(t *testing.T) {
	s := open(t)
	s.mustLoad("addon", addonLine("X", "x", ""))
	price := func(rest string) string {
		return `{"external_id": "R", "name": "r", "serviceType": "boarding", "value_data": {"pricing_model": "flat", "base_price": ` + rest + `}}`
	}
	row := func(when string) string {
		return price(`{"amount": 1, "currency": "GBP"}, "rows": [{"when": ` + when + `, "price": {"amount": 1, "currency": "GBP"}}]`)
	}
	adjustment := func(value string) string {
		return `{"external_id": "D", "name": "d", "kind": "discount", "value_data": ` + value + `}`
	}
	for _, c := range []struct{ recordType, line, want string }{
		{"rate", price(`{"amount": -1, "currency": "GBP"}`), "R: value_data.base_price.amount minimum"},
		{"rate", price(`{"amount": 1, "currency": "GBP"}, "rows": [{"when": {}, "price": {"amount": -2, "currency": "EUR"}}]`),
			"R: value_data.rows[0].price.amount minimum, R: value_data.rows[0].price.currency currency"},
		{"rate", row(`{"weight": {"from": "10.01", "to": "10", "unit": "kg"}}`), "R: value_data.rows[0].when.weight.to range"},
		{"rate", row(`{"units": {"from": 2, "to": 1}, "pet_position": {"from": 3, "to": 2}}`),
			"R: value_data.rows[0].when.pet_position.to range, R: value_data.rows[0].when.units.to range"},
		{"addon", addonLine("A", "a", `, "capacity": 3`), "A: capacity not_applicable"},
		{"addon", addonLine("A", "a", `, "serviceType": "grooming", "instructor": "Jo"`), "A: instructor not_applicable"},
		{"addon", addonLine("A", "a", `, "serviceType": "classes", "sessions": [{"starts_at": "2026-04-01T18:00:00Z", "ends_at": "2026-04-01T18:00:00Z"}]`),
			"A: sessions[0].ends_at range"},
		{"addon", addonLine("A", "a", `, "instructor": "Jo", "capacity": 3, "sessions": [{"starts_at": "2026-04-01T18:00:00Z", `+
			`"ends_at": "2026-04-01T19:00:00Z"}]`), "A: sessions not_applicable, A: capacity not_applicable, A: instructor not_applicable"},
		{"addon", addonLine("X", "x", `, "included_addons": ["X"]`), "X: included_addons[0] reference"},
		{"retail_product", `{"external_id": "P", "name": "p", "price": {"amount": -1, "currency": "GBP"}}`, "P: price.amount minimum"},
		{"adjustment", adjustment(`{"kind": "percent", "amount": {"amount": -1, "currency": "GBP"}, "applies_per": "line"}`),
			"D: value_data.percent required, D: value_data.amount not_applicable, D: value_data.amount.amount minimum"},
		{"adjustment", `{"external_id": "D", "name": "d", "kind": "discount", "valid_from": "2026-02-01", "valid_until": "2026-01-31",
			"value_data": {"kind": "percent", "percent": "5", "applies_per": "line"}}`, "D: valid_until range"},
	} {
		if got := strings.Join(s.load(c.recordType, c.line), ", "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
	}
	s.WantNewEvents("addon.created")
}

func TestCategoryBelowItselfIsAFault(t *testing.T) {
	s := open(t)
	s.mustLoad("retail_category", `{"external_id": "1", "name": "1"}`)
	s.mustLoad("retail_category", `{"external_id": "2", "name": "2", "parent": "1"}`)
	s.mustLoad("retail_category", `{"external_id": "3", "name": "3", "parent": "2"}`)
	if got := s.load("retail_category", `{"external_id": "1", "name": "1", "parent": "3"}`); !slices.Equal(got, []string{"1: parent reference"}) {
		t.Errorf("%v", got)
	}
}
