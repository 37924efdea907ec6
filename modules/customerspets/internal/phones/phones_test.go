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
		{"+44 20 7946 0123 ext. 4", "GB", "+442079460123;ext=4"},
		{"020 7946 0123 x1234", "GB", "+442079460123;ext=1234"},
		{"+442079460123;ext=4", "", "+442079460123;ext=4"},
		{"reception", "GB", ""},
		{"+999 123456789", "GB", ""},
		{"030 12345678901", "DE", "+493012345678901"}, // of 15 digits, as E.164 allows
		{"030 123456789012", "DE", ""},
		{"+4930123456789012", "", ""},
	} {
		got, ok := New().Read(c.number, c.country)
		if got.E164 != c.want || ok != (c.want != "") {
			t.Errorf("%q in %q is %q (%v), want %q", c.number, c.country, got.E164, ok, c.want)
		}
	}
}

func TestNationalDigitsAreWhatIsDialledAtHome(t *testing.T) {
	t.Parallel()
	for e164, want := range map[string]string{"+447700900123": "07700900123", "+442079460123;ext=4": "02079460123",
		"+12075550123": "2075550123", "nothing": ""} {
		if got := New().National(e164); got != want {
			t.Errorf("%s is %q, want %q", e164, got, want)
		}
		if got, ok := New().Read(e164, ""); ok != (want != "") || ok && got.National() != want {
			t.Errorf("%s is read as %v %v, want %q", e164, got.E164, ok, want)
		}
	}
}

// The short ways to read numbers are no other ways.
func TestNumbersAreReadAsTheLibraryReadsThem(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	digits := func(most int) (list string) {
		for range 1 + random.IntN(most) {
			list += strconv.Itoa(random.IntN(10))
		}
		return list
	}
	compare := func(number, region string) {
		got, err := parse(number, region)
		want, wantErr := phonenumbers.Parse(number, region)
		if (err == nil) != (wantErr == nil) || got.String() != want.String() {
			t.Errorf("%s in %s is read as %v (%v), want %v (%v)", number, region, got, err, want, wantErr)
		}
	}
	for region := range phonenumbers.GetSupportedRegions() {
		code := strconv.Itoa(phonenumbers.GetCountryCodeForRegion(region))
		numbers := []string{}
		for kind := phonenumbers.FIXED_LINE; kind <= phonenumbers.VOICEMAIL; kind++ {
			if example := phonenumbers.GetExampleNumberForType(region, kind); example != nil {
				e164, national := phonenumbers.Format(example, phonenumbers.E164), phonenumbers.Format(example, phonenumbers.NATIONAL)
				numbers = append(numbers, e164, national, strings.TrimPrefix(e164, "+"+code), e164[1:], "0"+national, "00"+e164[1:])
			}
		}
		for range 10 {
			numbers = append(numbers, "+"+code+digits(14), digits(15), "0"+digits(12), code+digits(10), "1 ("+digits(5)+") "+digits(5)+"-"+digits(4))
		}
		for _, number := range numbers {
			compare(number, region)
		}
	}
	for code := range phonenumbers.GetSupportedCallingCodes() {
		for range 10 {
			compare("+"+strconv.Itoa(code)+digits(14), "ZZ")
		}
	}
}
