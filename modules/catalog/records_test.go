package catalog_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/internal/store"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// shown is the record of a type with an external id, as the API shows it to staff.
func (s *shop) shown(recordType, external string) map[string]any {
	s.Helper()
	var record any
	var err error
	ctx, id := s.Context(), s.id(recordType, external)
	switch recordType {
	case "tax":
		var page paging.Page[catalog.Tax]
		page, err = s.ListTaxes(ctx, s.Account, catalog.Filter{}, paging.Request{Limit: 50})
		record = page.Items[slices.IndexFunc(page.Items, func(x catalog.Tax) bool { return x.ID == id })]
	case "addon":
		record, err = s.GetAddon(ctx, s.Account, "", id)
	case "rate":
		record, err = s.GetRate(ctx, s.Account, id)
	case "retail_product":
		record, err = s.GetRetailProduct(ctx, s.Account, id)
	case "adjustment":
		record, err = s.GetAdjustment(ctx, s.Account, id)
	case "retail_category":
		err = s.DB.InTx(ctx, func(ctx context.Context) error {
			record, err = store.New(s.DB).Categories.Lock(ctx, s.Account, id)
			return err
		})
	}
	if err != nil {
		s.Fatal(err)
	}
	text := testkit.Must[[]byte](s)(json.Marshal(record))
	return asMap(s, string(text))
}

func asMap(t testing.TB, text string) map[string]any {
	t.Helper()
	m := map[string]any{}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

func TestRecordHasEveryValueOfItsLine(t *testing.T) {
	s := open(t)
	s.mustLoad("tax", `{"external_id": "T", "name": "VAT", "rate": "20", "inclusive": true}`, `{"external_id": "T0", "name": "Old", "rate": "5", "active": false}`)
	s.mustLoad("addon", addonLine("A0", "Walk", ""))
	const price = `"value_data": {"pricing_model": "flat", "base_price": {"amount": 1000, "currency": "GBP"}, "duration_minutes": null, "rows": []}`
	s.mustLoad("addon", `{"external_id": "A", "name": "Puppies", "description": "Six evenings", "code": "PUP", "serviceType": "classes", "active": false, "item_order": 4,
		"taxes": ["T"], "included_addons": ["A0"], "capacity": 8, "instructor": "Theo",
		"sessions": [{"starts_at": "2026-04-01T18:00:00+01:00", "ends_at": "2026-04-01T19:00:00.1234567Z"}], `+price+`}`)
	s.mustLoad("rate", `{"external_id": "R", "name": "Kennel", "description": "Own run", "code": "K", "serviceType": "boarding", "item_order": 3, "active": false,
		"taxes": ["T"], "included_addons": ["A0"], `+price+`}`)
	s.mustLoad("retail_category", `{"external_id": "C1", "name": "Toys"}`)
	s.mustLoad("retail_category", `{"external_id": "C", "name": "Balls", "parent": "C1"}`)
	s.mustLoad("retail_product", `{"external_id": "P", "name": "Ball", "description": "Round", "sku": "B-1", "barcode": "123", "brand": "Tail", "active": false,
		"categories": ["C"], "price": {"amount": 399, "currency": "GBP"}, "taxes": ["T"], "stock_quantity": 3, "track_stock": true}`,
		`{"external_id": "P0", "name": "Rope", "price": {"amount": 1, "currency": "GBP"}}`)
	const off = `"value_data": {"kind": "amount", "percent": null, "amount": {"amount": 500, "currency": "GBP"}, "applies_per": "line"}`
	s.mustLoad("adjustment", `{"external_id": "D", "name": "Off", "code": "OFF", "kind": "discount", "valid_from": "2026-01-01", "valid_until": "2026-01-02", "active": false, `+off+`}`,
		`{"external_id": "D0", "name": "More", "kind": "surcharge", `+off+`}`)

	references := strings.NewReplacer("<T>", s.id("tax", "T").String(), "<A0>", s.id("addon", "A0").String(), "<C>", s.id("retail_category", "C").String(),
		"<C1>", s.id("retail_category", "C1").String())
	for _, c := range []struct{ recordType, external, want string }{
		{"tax", "T", `"name": "VAT", "rate": "20", "inclusive": true, "active": true`},
		{"tax", "T0", `"name": "Old", "rate": "5", "inclusive": false, "active": false`},
		{"addon", "A", `"name": "Puppies", "description": "Six evenings", "code": "PUP", "serviceType": "classes", "active": false, "item_order": 4,
			"tax_ids": ["<T>"], "included_addon_ids": ["<A0>"], "capacity": 8, "instructor": "Theo",
			"sessions": [{"starts_at": "2026-04-01T17:00:00Z", "ends_at": "2026-04-01T19:00:00.123456Z"}], ` + price},
		{"addon", "A0", `"name": "Walk", "description": null, "code": null, "serviceType": null, "active": true, "item_order": 0, "tax_ids": [],
			"included_addon_ids": [], "capacity": null, "instructor": null, "sessions": [], ` + price},
		{"rate", "R", `"name": "Kennel", "description": "Own run", "code": "K", "serviceType": "boarding", "item_order": 3, "active": false,
			"tax_ids": ["<T>"], "included_addon_ids": ["<A0>"], ` + price},
		{"retail_category", "C", `"name": "Balls", "parent_id": "<C1>"`},
		{"retail_product", "P", `"name": "Ball", "description": "Round", "sku": "B-1", "barcode": "123", "brand": "Tail", "active": false,
			"categories": [{"id": "<C>", "name": "Balls", "parent_id": "<C1>"}], "price": {"amount": 399, "currency": "GBP"}, "tax_ids": ["<T>"],
			"stock_quantity": 3, "track_stock": true`},
		{"retail_product", "P0", `"name": "Rope", "description": null, "sku": null, "barcode": null, "brand": null, "active": true, "categories": [],
			"price": {"amount": 1, "currency": "GBP"}, "tax_ids": [], "stock_quantity": 0, "track_stock": false`},
		{"adjustment", "D", `"name": "Off", "code": "OFF", "kind": "discount", "valid_from": "2026-01-01", "valid_until": "2026-01-02", "active": false, ` + off},
		{"adjustment", "D0", `"name": "More", "code": null, "kind": "surcharge", "valid_from": null, "valid_until": null, "active": true, ` + off},
	} {
		own := fmt.Sprintf(`{"id": %q, "account_id": %q, "external_id": %q, "version": 1, "created_at": "2026-05-01T09:30:00Z", "updated_at": "2026-05-01T09:30:00Z", `,
			s.id(c.recordType, c.external), s.Account, c.external)
		if diff := cmp.Diff(asMap(t, references.Replace(own+c.want+"}")), s.shown(c.recordType, c.external)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.recordType, c.external, diff)
		}
	}
}

func TestChangedRecordOfEachTypeIsItsNextVersion(t *testing.T) {
	s := open(t)
	lines := map[string]string{
		"tax": `{"external_id": "X", "rate": "1", "name": `, "addon": `{"external_id": "X", ` + flat + `, "name": `,
		"rate": `{"external_id": "X", "serviceType": "daycare", ` + flat + `, "name": `, "retail_category": `{"external_id": "X", "name": `,
		"retail_product": `{"external_id": "X", "price": {"amount": 1, "currency": "GBP"}, "name": `,
		"adjustment":     `{"external_id": "X", "kind": "discount", "value_data": {"kind": "percent", "percent": "10", "applies_per": "order"}, "name": `,
	}
	for recordType, line := range lines {
		s.mustLoad(recordType, line+`"Old"}`)
	}
	s.Advance(time.Hour)
	for recordType, line := range lines {
		s.mustLoad(recordType, line+`"New"}`)
		got := s.shown(recordType, "X")
		if got["name"] != "New" || got["version"] != 2.0 || got["created_at"] != "2026-05-01T09:30:00Z" || got["updated_at"] != "2026-05-01T10:30:00Z" {
			t.Errorf("%s: %v", recordType, got)
		}
	}
}

func TestLinesNameWhatTheyReferTo(t *testing.T) {
	s := open(t)
	for _, c := range []struct{ recordType, line, want, after string }{
		{"tax", `{}`, "", ""},
		{"addon", `{"taxes": ["T", "U"], "included_addons": ["A"]}`, "taxes[0] tax T, taxes[1] tax U, included_addons[0] addon A", "tax"},
		{"rate", `{"taxes": ["T"], "included_addons": ["A"]}`, "taxes[0] tax T, included_addons[0] addon A", "tax addon"},
		{"retail_category", `{"parent": "C"}`, "parent retail_category C", ""},
		{"retail_category", `{}`, "", ""},
		{"retail_product", `{"categories": ["C"], "taxes": ["T"]}`, "categories[0] retail_category C, taxes[0] tax T", "tax retail_category"},
		{"adjustment", `{}`, "", ""},
	} {
		kind := s.importType(c.recordType)
		line := kind.New()
		if err := json.Unmarshal([]byte(c.line), line); err != nil {
			t.Fatal(err)
		}
		var refs []string
		kind.Refs(line, func(field, recordType, externalID string) { refs = append(refs, field+" "+recordType+" "+externalID) })
		if got := strings.Join(refs, ", "); got != c.want || strings.Join(kind.After, " ") != c.after || kind.Module != "catalog" {
			t.Errorf("%s of %s: %s, after %v", c.recordType, kind.Module, got, kind.After)
		}
	}
}
