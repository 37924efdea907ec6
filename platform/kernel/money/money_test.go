package money_test

import (
	"testing"

	"github.com/petcare/petcare/platform/kernel/money"
)

func TestCurrenciesAreThoseInUse(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"AED", "GBP", "XCG", "ZWG"} {
		if !money.Known(code) {
			t.Errorf("%s is not known", code)
		}
	}
	for _, code := range []string{"", "gbp", "GB", "GBPX", "D AF", " GBP", "AED AFN", "XAU", "XTS", "DEM", "HRK"} {
		if money.Known(code) {
			t.Errorf("%q is taken for a currency", code)
		}
	}
}

func TestMoneyIsAnAmountOfACurrency(t *testing.T) {
	t.Parallel()
	if got := money.Of(1250, "GBP"); got != (money.Money{Amount: 1250, Currency: "GBP"}) {
		t.Errorf("%+v", got)
	}
}
