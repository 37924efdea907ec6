package text_test

import (
	"slices"
	"testing"

	"github.com/petcare/petcare/platform/kernel/text"
)

func TestTextWithNULAnywhereIsNotValid(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"\x00", "\x00a", "a\x00", "\xc3"} {
		if text.Valid(bad) {
			t.Errorf("%q is taken for text", bad)
		}
	}
	if !text.Valid("") || !text.Valid("0") {
		t.Error("plain text is refused")
	}
}

func TestDigitsAreDecimalAndPlain(t *testing.T) {
	t.Parallel()
	if got := text.Digits("/0 tel:9; ext. ٣"); got != "09" {
		t.Errorf("%q", got)
	}
}

func TestOptionalTextIsKeptClean(t *testing.T) {
	t.Parallel()
	given := " e\u0301 "
	if got := text.Optional(&given); got == nil || *got != "é" || given != " e\u0301 " {
		t.Errorf("%v, given %q", got, given)
	}
}

func TestTextInWhichNothingCanBeSeenIsEmpty(t *testing.T) {
	t.Parallel()
	for _, blank := range []string{"\u200b\u200d\ufeff", " \u200b ", "\u00ad", "\u3164", "\u0007", "\ufe0f", "\u00a0\u200e\u00a0"} {
		if got := text.Clean(blank); got != "" {
			t.Errorf("%q became %q", blank, got)
		}
	}
	for _, seen := range []string{"👩\u200d👩\u200d👧", "क्\u200dष", "❤\ufe0f", "a\u200bb", "\u200fא", "\u0301", "\U0001faea", "\ue000"} {
		if got := text.Clean(seen); got != seen {
			t.Errorf("%q became %q", seen, got)
		}
	}
}

func TestEmailsHaveNoInvisibleCharacters(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"zw\u200b@x.de", "zw@x\u200d.de", "\ufeffzw@x.de", "z\u00adw@x.de", "zw\u0085@x.de", "zw\x7f@x.de", "z\u3164w@x.de", "z\u00a0w@x.de"} {
		if text.IsEmail(bad) {
			t.Errorf("%q is taken for an e-mail address", bad)
		}
	}
	for _, good := range []string{"zw@x.de", "zoë+dog@münchen.example", "अ@x.de"} {
		if !text.IsEmail(good) {
			t.Errorf("%q is refused", good)
		}
	}
}

func TestPhoneNumbersInE164AreInternational(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "+", "+123456", "+1234567890123456", "+0442079460", "442079460100", "+44 2079460100", "+442079460100\n", "+٤٤٢٠٧٩٤٦"} {
		if text.IsE164(bad) {
			t.Errorf("%q is taken for a number", bad)
		}
	}
	for _, good := range []string{"+1234567", "+123456789012345", "+442079460100"} {
		if !text.IsE164(good) {
			t.Errorf("%q is refused", good)
		}
	}
}

func TestDistinctTextsAreSortedAndTheGivenOnesStay(t *testing.T) {
	t.Parallel()
	given := []string{"b", "a", "b"}
	if got := text.Distinct(given); !slices.Equal(got, []string{"a", "b"}) || !slices.Equal(given, []string{"b", "a", "b"}) {
		t.Errorf("%v, given %v", got, given)
	}
}
