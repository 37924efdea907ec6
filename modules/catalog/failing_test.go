package catalog_test

import (
	"context"
	"errors"
	"testing"

	"github.com/petcare/petcare/modules/catalog"
)

func TestImportFailsWithWhateverFailsInIt(t *testing.T) {
	s := open(t)
	s.everything("5000")
	for recordType, line := range map[string]string{
		"tax": `{"external_id": "T", "name": "Other", "rate": "1"}`, "addon": addonLine("A", "Other", ""), "rate": rateLine("R", "Other", 1, ""),
		"retail_category": `{"external_id": "C1", "name": "Other"}`,
		"retail_product":  `{"external_id": "P", "name": "Other", "sku": "O", "categories": ["C1"], "price": {"amount": 1, "currency": "GBP"}}`,
		"adjustment":      `{"external_id": "D", "name": "Other", "kind": "discount", "value_data": {"kind": "percent", "percent": "1", "applies_per": "order"}}`,
	} {
		calls := 0
		for blown := true; blown; calls++ {
			f := s.blowing(calls + 1)
			err := s.db.InTx(t.Context(), func(ctx context.Context) error {
				batch, err := s.batch(ctx, recordType, []string{line})
				if err != nil {
					return err
				}
				return s.types()[recordType].Apply(ctx, s.account, batch, s.resolve(ctx))
			})
			if blown = f.left <= 0; blown && !errors.Is(err, errBlown) {
				t.Errorf("%s, call %d fails: got %v", recordType, calls+1, err)
			} else if !blown && err != nil {
				t.Fatalf("%s: %v", recordType, err)
			}
		}
		if calls < 4 { // at least: lock, save, record, and the run without a failure
			t.Errorf("%s was tried %d times only", recordType, calls)
		}
	}
}

func TestFailureOfTheDatabaseIsNotTakenForAMissingRecord(t *testing.T) {
	s := open(t)
	s.mustLoad("addon", addonLine("A", "Walk", ""))
	s.mustLoad("rate", rateLine("R", "Kennel", 1, ""))
	addon, rate := s.id("addon", "A"), s.id("rate", "R")
	s.blowing(1)
	if _, err := s.Addon(t.Context(), s.account, catalog.Classes, addon); !errors.Is(err, errBlown) {
		t.Errorf("addon: %v", err)
	}
	s.blowing(1)
	if _, err := s.Rate(s.asCustomer(), s.account, rate); !errors.Is(err, errBlown) {
		t.Errorf("rate: %v", err)
	}
}
