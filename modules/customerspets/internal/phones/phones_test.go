package phones

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/nyaruka/phonenumbers"
)

func TestNumbersAreReadWithTheCountry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ number, country, want string }{
		{"07700 900123", "GB", "+447700900123"},
		{"020 7946 0123", "GB", "+442079460123"},
		{"(207) 555-0123", "US", "+12075550123"},
		{"+1 207 555 0123", "GB", "+12075550123"},
		{"+447700900123", "", "+447700900123"},
		{"07700 900123", "", ""}, // a national number of no country
		{"+44 7700", "GB", ""},   // too short
		{"+44 20 7946 0123 ext. 4", "GB", ""},
		{"reception", "GB", ""},
		{"+999 123456789", "GB", ""},
	} {
		got, ok := New().Read(c.number, c.country)
		if got.E164 != c.want || ok != (c.want != "") {
			t.Errorf("%q in %q is %q (%v), want %q", c.number, c.country, got.E164, ok, c.want)
		}
	}
}

func TestNationalDigitsAreWhatIsDialledAtHome(t *testing.T) {
	t.Parallel()
	for e164, want := range map[string]string{"+447700900123": "07700900123", "+12075550123": "2075550123", "nothing": ""} {
		if got := New().National(e164); got != want {
			t.Errorf("%s is %q, want %q", e164, got, want)
		}
		if got, ok := New().Read(e164, ""); ok != (want != "") || ok && got.National() != want {
			t.Errorf("%s is read as %v %v, want %q", e164, got.E164, ok, want)
		}
	}
}

// The short way to read numbers in E.164 is no other way.
func TestE164IsReadLikeAllOtherForms(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for code := range phonenumbers.GetSupportedCallingCodes() {
		example := phonenumbers.Format(phonenumbers.GetExampleNumber(phonenumbers.GetRegionCodeForCountryCode(code)), phonenumbers.E164)
		for i := range 10 {
			number := "+" + strconv.Itoa(code)
			switch {
			case i == 0 && strings.HasPrefix(example, number):
				number = example
			default:
				for range 1 + random.IntN(14) {
					number += strconv.Itoa(random.IntN(10))
				}
			}
			got, ok := New().Read(number, "GB")
			want, wantOK := New().Read(" "+number, "GB")
			if ok != wantOK || got.E164 != want.E164 || ok && got.National() != want.National() {
				t.Errorf("%s is read as %s (%v), want %s (%v)", number, got.E164, ok, want.E164, wantOK)
			}
		}
	}
}
