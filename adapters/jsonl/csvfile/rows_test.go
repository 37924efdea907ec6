package csvfile_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/platform/testkit"
)

// endless is a table of which 16 MiB may be read before the test fails.
type endless struct {
	*strings.Reader
	t    *testing.T
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.read > 16<<20 {
		e.t.Error("all of the file is read")
		return 0, io.EOF
	}
	n, err := e.Reader.Read(p)
	if n == 0 {
		n, err = copy(p, strings.Repeat("9,Eve\n", len(p)/6+1)), nil
	}
	e.read += n
	return n, err
}

func TestAQuoteThatNothingClosesDoesNotTakeTheRestOfTheFile(t *testing.T) {
	t.Parallel()
	keys := map[string][]jsonl.Key{"customer": {{Path: "external_id", Type: "text"}, {Path: "last_name", Type: "text"}}}
	m := testkit.Must[csvfile.Map](t)(csvfile.ReadMap(strings.NewReader("encoding: utf-8"+owners), keys))
	table := &endless{strings.NewReader("\"Client ID\",Last\n7,\"Two\nlines\"\n8,B\"x\"\n9,\"Cid\n"), t, 0}
	converted := testkit.Must[*csvfile.Converted](t)(csvfile.Convert(io.Discard, table, m, csvfile.Options{Zone: time.UTC}))
	if got := converted.Faults; len(got) != 2 || got[0].Line != 4 || got[1].Line != 5 || got[1].Field != "line" {
		t.Errorf("%+v", got)
	}
	table = &endless{strings.NewReader("\"Client ID,Last\n"), t, 0}
	if _, err := csvfile.Convert(io.Discard, table, m, csvfile.Options{Zone: time.UTC}); err == nil || !strings.Contains(err.Error(), "not closed") {
		t.Error(err)
	}
}

func TestARowOfFourMebibytesIsRead(t *testing.T) {
	t.Parallel()
	row := `7,"` + strings.Repeat("x\n", 2<<20-2) + "\"\n"
	if converted, lines := convert(t, "utf-8", "Client ID,Last\n"+row+row); len(converted.Faults) > 0 || strings.Count(lines, "\n") != 2 {
		t.Errorf("%+v", converted.Faults)
	}
}

func TestRowsMayEndWithCarriageReturns(t *testing.T) {
	t.Parallel()
	for _, table := range []string{
		"Client ID;Last\r7;\"Two\nlines\"\r8;Al;x\r", "sep=;\rClient ID;Last\r7;Two\r8;Al;x", "\"Client ID\";\"Last\"\r\r7;Two\r8;Al;x",
		"Client ID;Last\r\n\n7;Two\n8;Al;x\n", "Client ID;Last\r\r\n\n7;Two\r\r\n8;Al;x\r\r\n",
	} {
		converted, lines := convert(t, "utf-8", table)
		if strings.Count(lines, "\n") != 1 || !strings.Contains(lines, "Two") || len(converted.Faults) != 1 || converted.Faults[0].Line != 4 {
			t.Errorf("%q: %s %+v", table, lines, converted.Faults)
		}
	}
}
