package phones

import "testing"

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
