package staging

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/modules/imports"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// unreadable is an apperr.Invalid error for each line of an error about a file or a map.
func unreadable(field string, err error) error {
	var faults apperr.FieldErrors
	for line := range strings.SplitSeq(err.Error(), "\n") {
		faults.Add(field, "format", text.Printable(line))
	}
	return faults.Err()
}

// Unpack implements imports.Importer.
func (*Importer) Unpack(file io.Reader, _ int64) (io.Reader, error) {
	in, err := jsonl.Unpacked(file)
	if err != nil {
		return nil, unreadable("file", err)
	}
	return unpacking{in}, nil
}

// unpacking says what is wrong with a damaged file.
type unpacking struct{ io.Reader }

func (u unpacking) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = unreadable("file", fmt.Errorf("is damaged: it cannot be unpacked: %w", err))
	}
	return n, err
}

// forms are the first bytes of files that are no text, and what to do about them.
var forms = map[string]string{
	"%PDF":             "is a PDF: export the records as CSV",
	"PK\x03\x04":       "is an Excel file or an archive: save its sheet as CSV (UTF-8), and send that",
	"\xd0\xcf\x11\xe0": "is an Excel file: save its sheet as CSV (UTF-8), and send that",
	"\x1f\x8b":         "is gzipped twice: unpack it",
}

// requireText fails if a file is empty or no text.
func requireText(file io.ReadSeeker) error {
	start := make([]byte, 64<<10)
	n, err := io.ReadFull(file, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	start = start[:n]
	for form, what := range forms {
		if bytes.HasPrefix(start, []byte(form)) {
			return apperr.NewInvalid("file", "format", what)
		}
	}
	wide := bytes.HasPrefix(start, []byte{0xff, 0xfe}) || bytes.HasPrefix(start, []byte{0xfe, 0xff})
	switch {
	case len(bytes.TrimSpace(start)) == 0:
		return apperr.NewInvalid("file", "required", "is empty")
	case !wide && bytes.ContainsRune(start, 0):
		return apperr.NewInvalid("file", "format", "is no text: export the records as CSV")
	}
	_, err = file.Seek(0, io.SeekStart)
	return err
}

// Inspect implements imports.Importer.
func (i *Importer) Inspect(_ context.Context, file io.ReadSeeker, format imports.Format, as []string) (imports.Inspected, error) {
	if err := requireText(file); err != nil {
		return imports.Inspected{}, err
	}
	if format == imports.Lines {
		if len(as) > 0 {
			return imports.Inspected{}, apperr.NewInvalidIn("query", "as", "unknown", "is for tables: JSON Lines say what they are")
		}
		return imports.Inspected{}, requireObjects(file)
	}
	for _, name := range as {
		if types := slices.Sorted(maps.Keys(i.keys())); !slices.Contains(types, name) {
			return imports.Inspected{}, apperr.NewInvalidIn("query", "as", "enum",
				fmt.Sprintf("is one of %s%s", strings.Join(types, ", "), text.DidYouMean(name, types)))
		}
	}
	in := &failing{ReadSeeker: file}
	table, err := csvfile.Inspect(in)
	switch {
	case in.err != nil:
		return imports.Inspected{}, in.err
	case err != nil:
		return imports.Inspected{}, unreadable("file", err)
	}
	m, profile := i.propose(table, as)
	if m == nil {
		return imports.Inspected{}, apperr.NewInvalidIn("query", "as", "required",
			"is required, because no profile knows these columns: what is a row, such as customer, or customer,pet?")
	}
	columns := lists.Map(table.Columns, func(c csvfile.Column) imports.Column {
		return imports.Column{Name: clean(c.Name, 4000), Filled: c.Filled, Samples: c.Samples}
	})
	return imports.Inspected{Profile: profile, Map: m, Columns: columns}, nil
}

func requireObjects(file io.Reader) error {
	in := bufio.NewReader(file)
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte{0xef, 0xbb, 0xbf}) {
		_, _ = in.Discard(3) // they were peeked
	}
	for {
		c, err := in.ReadByte()
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case err == nil && strings.ContainsRune(" \t\r\n", rune(c)):
		case c != '{':
			return apperr.NewInvalid("file", "format", "is not JSON Lines: each line is an object such as {\"type\": \"customer\", …}; "+
				"a table is sent as text/csv")
		default:
			return nil
		}
	}
}

// propose returns a map for a table: that of a profile with the wanted types, or one by the names of the columns; nil if nothing is known.
func (i *Importer) propose(table csvfile.Table, as []string) (m *imports.Map, profile string) {
	for _, p := range i.profiles {
		if found := p.For(table); p.Fits(table) && len(found.Records) > 0 && (len(as) == 0 || slices.Equal(found.Types(), as)) {
			return mapOf(found), p.Name
		}
	}
	if len(as) == 0 {
		return nil, ""
	}
	return mapOf(csvfile.Propose(table, as, i.keys())), ""
}

func mapOf(m csvfile.Map) *imports.Map {
	out := &imports.Map{Encoding: m.Encoding, Delimiter: m.Delimiter, Dates: string(m.Dates), Decimal: string(m.Decimal),
		ShortRows: m.ShortRows}
	for _, r := range m.Records {
		columns := map[string][]string{}
		for key, names := range r.Columns {
			columns[key] = names
		}
		out.Records = append(out.Records, imports.MapRecord{Type: r.Type, Columns: columns, Fixed: r.Fixed, Values: r.Values, Kinds: r.Kinds})
	}
	return out
}

// CheckMap implements imports.Importer.
func (i *Importer) CheckMap(m imports.Map, columns []imports.Column) error {
	var faults apperr.FieldErrors
	if _, err := i.read(&m); err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			faults.Add("map", "format", text.Printable(line))
		}
	}
	names := lists.Map(columns, func(c imports.Column) string { return c.Name })
	for n, r := range m.Records {
		for key, wanted := range r.Columns {
			for _, name := range wanted {
				if !slices.Contains(names, name) {
					faults.Add(fmt.Sprintf("map.records[%d].columns.%s", n, key), "unknown",
						fmt.Sprintf("the file has no column %.200q%s", name, text.Printable(text.DidYouMean(name, names))))
				}
			}
		}
	}
	const most = 100
	return faults[:min(len(faults), most)].Err()
}
