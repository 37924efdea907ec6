package address_test

import (
	"testing"

	"github.com/petcare/petcare/platform/kernel/address"
)

func TestTidyAddressHasNoEmptyLines(t *testing.T) {
	t.Parallel()
	full := address.Address{Line1: new(" 12 Willow Lane"), Line2: new("Flat 3"), City: new("London"), Region: new("Greater London"), Postcode: new("NW1 8AB"),
		Country: new("GB")}
	got := full.Tidy()
	for want, line := range map[string]*string{"12 Willow Lane": got.Line1, "Flat 3": got.Line2, "London": got.City, "Greater London": got.Region,
		"NW1 8AB": got.Postcode, "GB": got.Country} {
		if line == nil || *line != want {
			t.Errorf("%q is gone", want)
		}
	}
	sparse := (&address.Address{Line1: new(" "), City: new("Singapore"), Region: new("")}).Tidy()
	if *sparse.City != "Singapore" || sparse.Line1 != nil || sparse.Region != nil || sparse.Line2 != nil {
		t.Errorf("%+v", sparse)
	}
}

func TestAddressWithoutAnyLineIsNone(t *testing.T) {
	t.Parallel()
	for _, a := range []*address.Address{nil, {}, {Line1: new(""), Country: new("  ")}} {
		if got := a.Tidy(); got != nil {
			t.Errorf("%+v", got)
		}
	}
}

func TestCountriesAreTwoCapitals(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"AD", "GB", "ZW"} {
		if !address.IsCountry(code) {
			t.Errorf("%s is not known", code)
		}
	}
	for _, code := range []string{"", "gb", "G", "GBR", "UK", "XX", "D ", " A", "AD AE"} {
		if address.IsCountry(code) {
			t.Errorf("%q is taken for a country", code)
		}
	}
}
