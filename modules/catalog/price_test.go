package catalog_test

import (
	"encoding/json"
	"testing"

	"github.com/petcare/petcare/modules/catalog"
)

const kennel = `{"pricing_model": "per_night", "base_price": {"amount": 5000, "currency": "GBP"}, "duration_minutes": 60, "rows": [
	{"label": "second pet", "when": {"pet_position": {"from": 2}}, "price": {"amount": 2000, "currency": "GBP"}, "duration_minutes": 30},
	{"label": "cats are free", "when": {"species": "cat"}, "price": {"amount": 0, "currency": "GBP"}},
	{"label": "small, long stay", "when": {"species": "dog", "weight": {"to": "10", "unit": "kg"}, "units": {"from": 7, "to": 13}}, "price": {"amount": 3000, "currency": "GBP"}},
	{"label": "small", "when": {"weight": {"to": "10", "unit": "kg"}}, "price": {"amount": 3500, "currency": "GBP"}},
	{"label": "medium", "when": {"weight": {"from": "10", "to": "25.5", "unit": "kg"}}, "price": {"amount": 4000, "currency": "GBP"}},
	{"label": "wire coat", "when": {"coat": "Drahthaar é"}, "price": {"amount": 4500, "currency": "GBP"}},
	{"label": "very heavy", "when": {"weight": {"from": "200", "unit": "lb"}}, "price": {"amount": 9000, "currency": "GBP"}}]}`

func weighing(value, unit string) *catalog.Weight { return &catalog.Weight{Value: value, Unit: unit} }

func TestQuoteIsTheFirstRowWhoseConditionsAllHold(t *testing.T) {
	t.Parallel()
	var v catalog.ValueData
	if err := json.Unmarshal([]byte(kennel), &v); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		on           catalog.Occasion
		amount       int64
		row, minutes int
	}{
		"nothing known is the base price":     {catalog.Occasion{}, 5000, -1, 60},
		"the first row wins over later ones":  {catalog.Occasion{Species: "cat", PetPosition: 2}, 2000, 0, 30},
		"a price of 0 is free, not missing":   {catalog.Occasion{Species: "cat", PetPosition: 1}, 0, 1, 60},
		"every condition has to hold":         {catalog.Occasion{Species: "dog", Weight: weighing("8", "kg"), Units: 6}, 3500, 3, 60},
		"units from belongs to the range":     {catalog.Occasion{Species: "dog", Weight: weighing("8", "kg"), Units: 7}, 3000, 2, 60},
		"units to belongs to the range":       {catalog.Occasion{Species: "dog", Weight: weighing("8", "kg"), Units: 13}, 3000, 2, 60},
		"units above the range":               {catalog.Occasion{Species: "dog", Weight: weighing("8", "kg"), Units: 14}, 3500, 3, 60},
		"where rows meet the first one wins":  {catalog.Occasion{Weight: weighing("10.0", "kg")}, 3500, 3, 60},
		"a little more is the next row":       {catalog.Occasion{Weight: weighing("10.0001", "kg")}, 4000, 4, 60},
		"weight to belongs to the range":      {catalog.Occasion{Weight: weighing("25.50", "kg")}, 4000, 4, 60},
		"a little more is above":              {catalog.Occasion{Weight: weighing("25.5001", "kg")}, 5000, -1, 60},
		"pounds in a range of kilograms":      {catalog.Occasion{Weight: weighing("22.0462", "lb")}, 3500, 3, 60},
		"pounds just above 10 kilograms":      {catalog.Occasion{Weight: weighing("22.0463", "lb")}, 4000, 4, 60},
		"exactly 200 lb in kilograms":         {catalog.Occasion{Weight: weighing("90.718474", "kg")}, 9000, 6, 60},
		"10 µg below 200 lb":                  {catalog.Occasion{Weight: weighing("90.71847399", "kg")}, 5000, -1, 60},
		"coats without case and accents":      {catalog.Occasion{Coat: "DRAHTHAAR e"}, 4500, 5, 60},
		"an unknown unit is no weight":        {catalog.Occasion{Weight: weighing("5", "st")}, 5000, -1, 60},
		"a weight that is no decimal is none": {catalog.Occasion{Weight: weighing("1/3", "kg")}, 5000, -1, 60},
	} {
		q := v.Quote(c.on)
		if q.Price.Amount != c.amount || q.Price.Currency != "GBP" || q.Row != c.row || q.DurationMinutes == nil || *q.DurationMinutes != c.minutes {
			t.Errorf("%s: %+v (%v minutes)", name, q, *q.DurationMinutes)
		}
	}
}

func TestRowWithoutConditionsAlwaysHolds(t *testing.T) {
	t.Parallel()
	v := catalog.ValueData{Rows: []catalog.PriceRow{{}}}
	if q := v.Quote(catalog.Occasion{}); q.Row != 0 || q.DurationMinutes != nil {
		t.Errorf("%+v", q)
	}
}
