package catalog_test

import "testing"

func TestPricesAtTheirLimitsAreAllowed(t *testing.T) {
	s := open(t)
	for name, when := range map[string]string{
		"one weight": `{"weight": {"from": "10", "to": "10.0", "unit": "kg"}}`, "weight from": `{"weight": {"from": "10", "unit": "kg"}}`,
		"weight to": `{"weight": {"to": "10", "unit": "lb"}}`, "one unit": `{"units": {"from": 2, "to": 2}}`, "units from": `{"units": {"from": 2}}`,
		"units to": `{"units": {"to": 2}}`, "no weight": `{"weight": {"from": "some", "to": "1", "unit": "kg"}}`,
		"free": `{"species": "cat"}, "price": {"amount": 0, "currency": "GBP"}`,
	} {
		s.mustLoad("rate", `{"external_id": "`+name+`", "name": "r", "serviceType": "boarding", "value_data": {"pricing_model": "flat",
			"base_price": {"amount": 0, "currency": "GBP"}, "rows": [{"price": {"amount": 1, "currency": "GBP"}, "when": `+when+`}]}}`)
	}
	adjustment := func(external, rest string) string {
		return `{"external_id": "` + external + `", "name": "d", "kind": "voucher", ` + rest + `}`
	}
	s.mustLoad("adjustment",
		adjustment("1", `"value_data": {"kind": "amount", "amount": {"amount": 0, "currency": "GBP"}, "applies_per": "order"}`),
		adjustment("2", `"valid_from": "2026-01-01", "value_data": {"kind": "percent", "percent": "5", "applies_per": "order"}`),
		adjustment("3", `"valid_until": "2026-01-01", "value_data": {"kind": "percent", "percent": "0", "applies_per": "order"}`))
}
