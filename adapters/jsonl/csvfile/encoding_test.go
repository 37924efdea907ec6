package csvfile_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/platform/testkit"
)

func TestAnEncodingThatIsNotWrittenIsToldByTheBytes(t *testing.T) {
	t.Parallel()
	const header = "Client ID,Last,Note\n"
	for what, c := range map[string]struct{ table, encoding, want string }{
		"good":                          {header + "1,Béll,x\n", "utf-8", "Béll"},
		"a line longer than the buffer": {header + "1,Béll,x" + strings.Repeat("é", 70<<10) + "\n", "utf-8", "Béll"},
		"western bytes alone":           {header + "1,B\xe9ll,x\n", "windows-1252", "Béll"},
		"UTF-16, the low byte first":    {utf16Of(header+"1,Béll,x\n", binary.LittleEndian), "utf-16le", "Béll"},
		"UTF-16, the high byte first":   {utf16Of(header+"1,Béll,x\n", binary.BigEndian), "utf-16be", "Béll"},
		"western bytes behind a mark":   {"\ufeff" + header + "1,Béll,\xe9\n", "utf-8", "Béll"},
	} {
		converted, lines := convert(t, `""`, c.table)
		if converted.Encoding != c.encoding || !strings.Contains(lines, c.want) {
			t.Errorf("%s: %s, %.100s", what, converted.Encoding, lines)
		}
	}
}

// utf16Of is text with a byte order mark.
func utf16Of(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// Either encoding would spoil some of the names, and nobody would notice.
func TestAnEncodingIsNotGuessedWhenSomeBytesAreUTF8AndOthersNot(t *testing.T) {
	t.Parallel()
	keys := map[string][]jsonl.Key{"customer": {{Path: "external_id", Type: "text"}, {Path: "last_name", Type: "text"}}}
	m := testkit.Must[csvfile.Map](t)(csvfile.ReadMap(strings.NewReader(owners), keys))
	for what, c := range map[string]struct{ table, line string }{
		"one byte among others":     {"Client ID,Last\n1,Béll\n2,\"Two\nB\xe9ll\"\n3,B\xe9ll\n", "line 4"},
		"before them":               {"Client ID,Last\n1,B\xe9ll\n2,Béll\n", "line 2"},
		"cut within the last one":   {"Client ID,Last\n1,Béll\n2,B\xc3", "line 3"},
		"cut behind a long comment": {"Client ID,Last\n1,Béll" + strings.Repeat("é", 70<<10) + "\xc3", "line 2"},
	} {
		if _, err := csvfile.Convert(io.Discard, strings.NewReader(c.table), m, csvfile.Options{Zone: time.UTC}); err == nil || !strings.Contains(err.Error(), c.line+" ") ||
			!strings.Contains(err.Error(), "encoding:") {
			t.Errorf("%s: %v", what, err)
		}
		var suggested bytes.Buffer
		if err := csvfile.Suggest(&suggested, strings.NewReader(c.table), []string{"customer"}, keys); err != nil {
			t.Fatal(err)
		}
		if n, err := csvfile.ReadMap(&suggested, keys); err != nil || n.Encoding != "" || n.Records[0].Columns["external_id"][0] != "Client ID" {
			t.Errorf("%s: the map has %+v, %v", what, n, err)
		}
	}
}
