package catalog_test

import (
	"encoding/json"
	"testing"

	"github.com/petcare/petcare/modules/catalog"
)

// under is a price of 1 under a condition, 5 without it.
func under(t *testing.T, when string) catalog.ValueData {
	t.Helper()
	var v catalog.ValueData
	text := `{"base_price": {"amount": 5, "currency": "GBP"}, "rows": [{"when": ` + when + `, "price": {"amount": 1, "currency": "GBP"}}]}`
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWhatIsNotKnownFailsEveryCondition(t *testing.T) {
	t.Parallel()
	for _, when := range []string{
		`{"units": {"to": 5}}`, `{"units": {"from": 0}}`, `{"units": {}}`, `{"pet_position": {"to": 5}}`, `{"species": "dog"}`, `{"coat": "wire"}`,
		`{"weight": {"unit": "kg"}}`, `{"weight": {"to": "10", "unit": "kg"}}`,
	} {
		v := under(t, when)
		for _, weight := range []*catalog.Weight{nil, weighing("5", "st"), weighing("five", "kg")} {
			if q := v.Quote(catalog.Occasion{Weight: weight}); q.Row != -1 {
				t.Errorf("%s holds for nothing, weight %v", when, weight)
			}
		}
	}
}

func TestRangeWithoutAnEndIsOpenThere(t *testing.T) {
	t.Parallel()
	for when, on := range map[string]catalog.Occasion{
		`{"units": {"to": 5}}`:               {Units: 1},
		`{"units": {"from": 2}}`:             {Units: 1_000_000},
		`{"units": {}}`:                      {Units: 1},
		`{"pet_position": {"to": 1}}`:        {PetPosition: 1},
		`{"weight": {"unit": "kg"}}`:         {Weight: weighing("5", "lb")},
		`{"weight": {"to":"1","unit":"lb"}}`: {Weight: weighing("0", "kg")},
	} {
		if q := under(t, when).Quote(on); q.Row != 0 {
			t.Errorf("%s does not hold for %+v", when, on)
		}
	}
}

func TestRangeThatIsNoWeightNeverHolds(t *testing.T) {
	t.Parallel()
	for _, when := range []string{`{"weight": {"from": "some", "unit": "kg"}}`, `{"weight": {"to": "1e3", "unit": "kg"}}`, `{"weight": {"from": "1", "unit": "st"}}`} {
		if q := under(t, when).Quote(catalog.Occasion{Weight: weighing("5", "kg")}); q.Row != -1 {
			t.Errorf("%s holds", when)
		}
	}
}

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
