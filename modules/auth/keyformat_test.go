package auth

import (
	"regexp"
	"strings"
	"testing"
)

func TestSecretHasTheFormThatScannersKnow(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^pck_[0-9A-Za-z]{36}$`)
	seen := map[string]bool{}
	for range 1000 {
		s := newSecret()
		if !form.MatchString(s) || !wellFormed(s) {
			t.Fatalf("%q is not a secret", s)
		}
		if seen[s] {
			t.Fatalf("%q was made twice", s)
		}
		seen[s] = true
	}
}

func TestChecksumIsTheCRC32OfAllBeforeIt(t *testing.T) {
	t.Parallel()
	// The check value of CRC-32: the digits 1 to 9 have the checksum cbf43926, which is 3421780262.
	if got := checksum("123456789"); got != "3jZRME" {
		t.Errorf("checksum %q", got)
	}
	if got := checksum(""); got != "000000" {
		t.Errorf("checksum of nothing %q", got)
	}
}

func TestEveryMistypedCharacterIsNoticed(t *testing.T) {
	t.Parallel()
	s := newSecret()
	for i := range s {
		for _, c := range base62 + "_-é \x00" {
			wrong := s[:i] + string(c) + s[i+1:]
			if wrong != s && wellFormed(wrong) {
				t.Errorf("%q passes for %q", wrong, s)
			}
		}
	}
	for _, wrong := range []string{"", "pck_", s[:39], s + "0", " " + s, strings.ToUpper(s), strings.Replace(s, "pck_", "pk__", 1)} {
		if wellFormed(wrong) {
			t.Errorf("%q passes", wrong)
		}
	}
}

func FuzzWellFormed(f *testing.F) {
	f.Add(newSecret())
	f.Add("pck_" + strings.Repeat("0", 36))
	f.Add("")
	f.Add("pck_\x00\xff")
	f.Fuzz(func(t *testing.T, s string) {
		if !wellFormed(s) {
			return
		}
		if len(s) != 40 || checksum(s[:34]) != s[34:] || !strings.HasPrefix(s, "pck_") {
			t.Errorf("%q passes", s)
		}
	})
}
