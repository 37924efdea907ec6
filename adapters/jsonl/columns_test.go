package jsonl_test

import (
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/testkit"
)

type pricedLine struct {
	Value  pricedValue    `json:"value"`
	Totals *pricedValue   `json:"totals,omitempty"`
	Secret string         `json:"secret,omitempty" writeOnly:"true"`
	Free   map[string]any `json:"free,omitempty"`
}

type pricedValue struct {
	Base  money.Money    `json:"base"`
	Extra *money.Money   `json:"extra,omitempty"`
	Rows  []pricedRow    `json:"rows,omitempty"`
	Free  map[string]any `json:"free,omitempty"`
}

type pricedRow struct {
	Price money.Money `json:"price"`
}

func TestKeysOfCellsAreThoseOfNestedMoneyAndRequiredAsItsObjectsAre(t *testing.T) {
	t.Parallel()
	testkit.Same(t, jsonl.Keys(importing.For("fake", importing.Spec[pricedLine]{Name: "priced"})), []jsonl.Key{
		{Path: "external_id", Type: "text", Required: true},
		{Path: "free", Type: "values"}, {Path: "secret", Type: "text", WriteOnly: true},
		{Path: "totals.base.amount", Type: "integer"}, {Path: "totals.base.currency", Type: "text", Format: "iso-currency"},
		{Path: "totals.extra.amount", Type: "integer"}, {Path: "totals.extra.currency", Type: "text", Format: "iso-currency"},
		{Path: "value.base.amount", Type: "integer", Required: true}, {Path: "value.base.currency", Type: "text", Format: "iso-currency", Required: true},
		{Path: "value.extra.amount", Type: "integer"}, {Path: "value.extra.currency", Type: "text", Format: "iso-currency"},
	})
}
