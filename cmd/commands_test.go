package petcarecmd

import (
	"strings"
	"testing"
)

// A name that a client chose is one cell, whatever it holds: it neither steers the operator's terminal nor makes rows.
func TestNamesInTablesAreCellsAndNothingElse(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	err := table(&out, "ID\tNAME", func(row func(...string)) {
		row("1", "\x1b[2Jred\u009b31m\u202e")
		row("2", "two\n3\tforged")
		row("4", "Zoë Müller-Lüdenscheid 犬")
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.ContainsAny(got, "\x1b\u009b\u202e\t") || strings.Count(got, "\n") != 4 ||
		!strings.Contains(got, `\u001b[2Jred`) || !strings.Contains(got, "Zoë Müller-Lüdenscheid 犬") {
		t.Errorf("printed %q", got)
	}
}
