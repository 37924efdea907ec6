package text_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/petcare/petcare/platform/kernel/text"
)

func TestFoldTakesCaseAccentsAndSpacesAway(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Zoë  O’Connor": "zoe o'connor", "ŁÓDŹ": "lodz", "Straße": "strasse", "  Núñez\t": "nunez", "ÆØÅ": "aeoa", "İstanbul": "istanbul",
		"Е́лена": "елена", "ΠΑΠΑΔΌΠΟΥΛΟΣ": "παπαδοπουλοσ", "Παπαδόπουλος": "παπαδοπουλοσ", "Đorđe": "dorde", "Ísafjörður": "isafjordur",
		"Œuvre": "oeuvre", "Þór": "thor", "ırmak": "irmak", "‘Oumuamua": "'oumuamua", "Hawaiʼi": "hawai'i", "ﬁn": "fin", "A B": "a b",
		"a\u00a0\nb ": "a b", "": "", " ": "",
	} {
		if got := text.Fold(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestSearchForMarksAloneStays(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"\u0300\u0301": "\u0300\u0301", "Zoë": "zoe", "": ""} {
		if got := text.FoldSearch(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestWordsOfASearchLoseWhatIsAroundThem(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"smith,": "smith", "(john)": "john", "[\"john\"];": "john", "«rex»": "rex", "„rex“": "rex", "「rex」、": "rex", "<jo@x.de>,": "jo@x.de", "'rex'": "rex",
		"co.": "co.", "o'brien": "o'brien", "a,b": "a,b", "+44": "+44", "#7": "#7", "100%": "100%", "rex!": "rex!", "(🐕)": "🐕",
		",": ",", "()": "()", "(.)": "(.)", "<>": "<>", "": "",
	} {
		if got := text.TrimWord(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestFoldOfFoldedTextIsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		once := text.Fold(rapid.String().Draw(t, "text"))
		if twice := text.Fold(once); twice != once {
			t.Fatalf("%q became %q", once, twice)
		}
	})
}

func TestCleanTextIsComposedAndTrimmed(t *testing.T) {
	t.Parallel()
	if got := text.Clean(" e\u0301 "); got != "é" {
		t.Errorf("%q", got)
	}
	if text.Valid("a\x00b") || text.Valid("\xff") || !text.Valid("ü") || text.Len("üx") != 2 {
		t.Error("validity or length is wrong")
	}
	blank := "  "
	if text.Optional(&blank) != nil || text.Optional(nil) != nil {
		t.Error("nothing is something")
	}
	if text.Digits("+44 (0)7700-900123") != "4407700900123" {
		t.Error("digits")
	}
}

func TestCellsThatASpreadsheetWouldRunAreQuotedAndReadBack(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{"=1+1": "'=1+1", "@a": "'@a", "-a": "'-a", "+44 20 7946 0100": "+44 20 7946 0100", "-1.5": "-1.5", "'tis": "'tis", "": ""} {
		if got := text.Harmless(cell); got != want || text.FromHarmless(got) != cell {
			t.Errorf("%q is %q, read back %q", cell, got, text.FromHarmless(got))
		}
	}
}
