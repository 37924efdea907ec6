package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/kernel/paging"
)

func TestProductsAreFoundByTheirCodes(t *testing.T) {
	s := open(t)
	s.mustLoad("retail_product", `{"external_id": "P", "name": "Ball", "sku": "B-1", "barcode": "4006381", "price": {"amount": 1, "currency": "GBP"}}`)
	s.mustLoad("adjustment", `{"external_id": "D", "name": "Off", "code": "LOYAL", "kind": "discount", "value_data": {"kind": "percent", "percent": "1", "applies_per": "order"}}`)
	for search, want := range map[string]string{"ball": "Ball", "b-1": "Ball", "0638": "Ball", "b-2": ""} {
		got := walk(t, func(p paging.Request) (paging.Page[catalog.RetailProduct], error) {
			return s.ListRetailProducts(t.Context(), s.Account, catalog.Filter{Search: search}, p)
		}, func(p catalog.RetailProduct) string { return p.Name })
		if got != want {
			t.Errorf("%s finds %q", search, got)
		}
	}
	got := walk(t, func(p paging.Request) (paging.Page[catalog.Adjustment], error) {
		return s.ListAdjustments(t.Context(), s.Account, catalog.Filter{Search: "loyal"}, p)
	}, func(a catalog.Adjustment) string { return a.Name })
	if got != "Off" {
		t.Errorf("the code finds %q", got)
	}
}

func TestWhatHasNoPlaceComesByName(t *testing.T) {
	s := open(t)
	want := func(kind, rest string, names func() string) {
		t.Helper()
		var lines []string
		for i, name := range []string{"c", "Á", "B"} {
			lines = append(lines, fmt.Sprintf(`{"external_id": "%d", "name": %q, %s}`, i, name, rest))
		}
		s.mustLoad(kind, lines...)
		if got := names(); got != "Á, B, c" {
			t.Errorf("%s: %s", kind, got)
		}
	}
	want("tax", `"rate": "1"`, func() string {
		return walk(t, func(p paging.Request) (paging.Page[catalog.Tax], error) {
			return s.ListTaxes(t.Context(), s.Account, catalog.Filter{}, p)
		}, func(x catalog.Tax) string { return x.Name })
	})
	want("retail_product", `"price": {"amount": 1, "currency": "GBP"}`, func() string {
		return walk(t, func(p paging.Request) (paging.Page[catalog.RetailProduct], error) {
			return s.ListRetailProducts(t.Context(), s.Account, catalog.Filter{}, p)
		}, func(x catalog.RetailProduct) string { return x.Name })
	})
	want("adjustment", `"kind": "discount", "value_data": {"kind": "percent", "percent": "1", "applies_per": "line"}`, func() string {
		return walk(t, func(p paging.Request) (paging.Page[catalog.Adjustment], error) {
			return s.ListAdjustments(t.Context(), s.Account, catalog.Filter{}, p)
		}, func(x catalog.Adjustment) string { return x.Name })
	})
}

func TestNameThatFoldingMakesLongIsCut(t *testing.T) {
	s := open(t)
	s.mustLoad("rate", rateLine("1", strings.Repeat("ß", 120), 1, `, "code": "`+strings.Repeat("ß", 60)+`"`))
	rate, err := s.GetRate(t.Context(), s.Account, s.id("rate", "1"))
	if want := strings.Repeat("s", 200) + "\n" + strings.Repeat("s", 60); err != nil || rate.Folded != want {
		t.Errorf("%q, %v", rate.Folded, err)
	}
}

func TestNotApplicableKeysOfAddonsAreNamed(t *testing.T) {
	s := open(t)
	line := addonLine("A", "a", `, "sessions": [{"starts_at": "2026-04-01T18:00:00Z", "ends_at": "2026-04-01T19:00:00Z"}]`)
	if got := s.load("addon", line); len(got) != 1 || got[0] != "A: sessions not_applicable" {
		t.Errorf("%v", got)
	}
	line = `{"external_id": "A", "name": "a", "value_data": {"pricing_model": "flat", "base_price": {"amount": -1, "currency": "GBP"}}}`
	if got := s.load("addon", line); len(got) != 1 || got[0] != "A: value_data.base_price.amount minimum" {
		t.Errorf("%v", got)
	}
}

func TestRewrittenProductIsTheRecordOfItsEvent(t *testing.T) {
	s := open(t)
	s.everything("5000")
	s.NewEvents()
	s.mustLoad("retail_category", `{"external_id": "C1", "name": "Playthings"}`)
	if got := s.NewEvents(); len(got) != 2 || got[1].Record != s.id("retail_product", "P") {
		t.Errorf("the events are %v", got)
	}
}
