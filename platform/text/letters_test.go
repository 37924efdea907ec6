package text_test

import (
	"testing"

	"github.com/petcare/petcare/platform/text"
)

func TestLettersWithAMarkOfTheirOwnAreSpelled(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Đorđe": "dorde", "Ísafjörður": "isafjordur", "Œuvre": "oeuvre", "Þór": "thor", "ırmak": "irmak", "‘Oumuamua": "'oumuamua", "Hawaiʼi": "hawai'i",
		"ﬁn": "fin", "A B": "a b", "a\u00a0\nb ": "a b", "": "", " ": "",
	} {
		if got := text.Fold(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

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
