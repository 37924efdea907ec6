package jsonl_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
)

type amount struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

// exampleLine has the references and totals of the example.
type exampleLine struct {
	Type       string   `json:"type"`
	ID         string   `json:"external_id"`
	Customer   string   `json:"customer"`
	Pet        string   `json:"pet"`
	Order      string   `json:"order"`
	Parent     string   `json:"parent"`
	Preventive string   `json:"preventive_type"`
	Pending    string   `json:"pending_reason"`
	Taxes      []string `json:"taxes"`
	Included   []string `json:"included_addons"`
	Categories []string `json:"categories"`
	Pets       []string `json:"pets"`
	Lines      []struct {
		Kind      string `json:"kind"`
		Item      string `json:"item"`
		Pet       string `json:"pet"`
		Quantity  int64  `json:"quantity"`
		UnitPrice amount `json:"unit_price"`
		Discount  amount `json:"discount"`
		Tax       amount `json:"tax"`
		Total     amount `json:"total"`
	} `json:"lines"`
	Totals   map[string]amount `json:"totals"`
	Payments []struct {
		Amount amount `json:"amount"`
	} `json:"payments"`
}

func readExample(t *testing.T) []exampleLine {
	t.Helper()
	var lines []exampleLine
	for _, text := range bytes.Split(bytes.TrimSpace(jsonl.Example()), []byte("\n")) {
		var line exampleLine
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestTheExampleHasEveryTypeAndReferencesThatLeadSomewhere(t *testing.T) {
	t.Parallel()
	there, kinds := map[string]bool{}, map[string]bool{}
	lines := readExample(t)
	for _, l := range lines {
		there[l.Type+" "+l.ID], kinds[l.Type] = true, true
	}
	for _, kind := range []string{"tax", "addon", "rate", "retail_category", "retail_product", "adjustment", "pending_reason_option",
		"preventive_type", "customer", "pet", "vaccination", "preventive", "note", "order",
		"breed", "secondary_pet_status", "colour_code", "customer_field", "pet_field", "vaccination_type"} {
		if !kinds[kind] {
			t.Errorf("there is no %s", kind)
		}
	}
	for _, l := range lines {
		leads := func(kind string, ids ...string) {
			for _, id := range ids {
				if id != "" && !there[kind+" "+id] {
					t.Errorf("%s %s refers to %s %s", l.Type, l.ID, kind, id)
				}
			}
		}
		leads("customer", l.Customer)
		leads("pet", append(l.Pets, l.Pet)...)
		leads("order", l.Order)
		leads("retail_category", append(l.Categories, l.Parent)...)
		leads("preventive_type", l.Preventive)
		leads("pending_reason_option", l.Pending)
		leads("tax", l.Taxes...)
		leads("addon", l.Included...)
		for _, line := range l.Lines {
			leads(map[string]string{"rate": "rate", "addon": "addon", "retail": "retail_product", "adjustment": "adjustment"}[line.Kind], line.Item)
			leads("pet", line.Pet)
		}
	}
}

func TestTheSumsOfTheExampleAreRight(t *testing.T) {
	t.Parallel()
	for _, l := range readExample(t) {
		if l.Type != "order" {
			continue
		}
		sums := map[string]int64{}
		for _, line := range l.Lines {
			if line.Kind != "adjustment" {
				sums["subtotal"] += line.Quantity * line.UnitPrice.Amount
			}
			sums["discount"] += line.Discount.Amount
			sums["tax"] += line.Tax.Amount
			sums["total"] += line.Total.Amount
			if want := line.Quantity*line.UnitPrice.Amount - line.Discount.Amount + line.Tax.Amount; line.Total.Amount != want {
				t.Errorf("a line of %s is %d, want %d", l.ID, line.Total.Amount, want)
			}
		}
		for _, p := range l.Payments {
			sums["paid"] += p.Amount.Amount
		}
		sums["balance_due"] = sums["total"] - sums["paid"]
		if sums["total"] != sums["subtotal"]-sums["discount"]+sums["tax"] {
			t.Errorf("the sums of %s do not fit: %v", l.ID, sums)
		}
		for key, total := range l.Totals {
			if total.Amount != sums[key] {
				t.Errorf("%s of %s is %d, want %d", key, l.ID, total.Amount, sums[key])
			}
		}
		if len(l.Totals) != len(sums) {
			t.Errorf("totals of %s are %s", l.ID, fmt.Sprint(l.Totals))
		}
	}
}
