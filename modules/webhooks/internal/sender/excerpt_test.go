package sender

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestExcerptIsTextThatADatabaseTakes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ raw, want string }{
		"empty":                      {"", ""},
		"text":                       {"Grüße ☂", "Grüße ☂"},
		"NUL":                        {"a\x00b", "a\uFFFDb"},
		"broken UTF-8":               {"a\xff\xfeb", "a\uFFFDb"},
		"cut character at the end":   {"a\xe2\x98", "a\uFFFD"},
		"too long":                   {strings.Repeat("x", 4097), strings.Repeat("x", 4096)},
		"split by the limit":         {strings.Repeat("x", 4094) + "☂", strings.Repeat("x", 4094)},
		"split by one":               {strings.Repeat("x", 4095) + "é", strings.Repeat("x", 4095)},
		"split after three bytes":    {strings.Repeat("x", 4093) + "🐕", strings.Repeat("x", 4093)},
		"fits exactly":               {strings.Repeat("x", 4093) + "☂" + "y", strings.Repeat("x", 4093) + "☂"},
		"replacements make it long":  {strings.Repeat("\x00", 4096), strings.Repeat("\uFFFD", 1365)},
		"continuation bytes at edge": {strings.Repeat("x", 4092) + "\x80\x80\x80\x80\x80", strings.Repeat("x", 4092) + "\uFFFD"},
	} {
		got, err := readExcerpt(strings.NewReader(c.raw))
		if got != c.want || err != nil {
			t.Errorf("%s: %d bytes …%q, want %d bytes", name, len(got), got[max(0, len(got)-12):], len(c.want))
		}
	}
}

func FuzzExcerptIsBoundedValidAndFreeOfNUL(f *testing.F) {
	f.Add([]byte("a\x00\xe2\x98"), 4000)
	f.Fuzz(func(t *testing.T, tail []byte, pad int) {
		raw := append([]byte(strings.Repeat("x", max(0, pad)%5000)), tail...)
		got := excerpt(raw)
		if len(got) > maxExcerpt || !utf8.ValidString(got) || strings.Contains(got, "\x00") {
			t.Errorf("%d bytes: %q", len(got), got)
		}
	})
}
