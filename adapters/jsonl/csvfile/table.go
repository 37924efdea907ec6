package csvfile

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// table reads a CSV file row by row.
type table struct {
	*csv.Reader
	limit               *rowLimit
	header              []string // the names of the columns; repeated ones are numbered
	written             []string // the names as the file has them
	encoding, delimiter string
	replaces            bool // the decoder replaces invalid bytes with utf8.RuneError; UTF-8 is not decoded
}

// open detects the encoding and delimiter, unless the map names them, and reads the header.
func open(file io.ReadSeeker, m Map) (*table, error) {
	t := &table{encoding: m.Encoding, delimiter: m.Delimiter}
	if t.encoding == "" {
		var err error
		if t.encoding, err = encodingOf(file); err != nil {
			return nil, err
		}
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	coded, known := encodings()[strings.ToLower(t.encoding)]
	if !known {
		return nil, fmt.Errorf("encoding: %q is not one of %s", t.encoding, strings.Join(slices.Sorted(maps.Keys(encodings())), ", "))
	}
	var decoder transform.Transformer = transform.Nop
	if t.replaces = coded != unicode.UTF8; t.replaces {
		decoder = coded.NewDecoder()
	}
	t.limit = &rowLimit{withNewlines(transform.NewReader(file, unicode.BOMOverride(decoder))), maxRow}
	in := bufio.NewReaderSize(t.limit, 64<<10)
	start, _ := in.Peek(32 << 10)
	stated := statedDelimiter(start)
	_, _ = in.Discard(len(stated)) // was peeked; the rest of the line is blank, which keeps the numbers of the lines
	t.delimiter = cmp.Or(t.delimiter, strings.TrimPrefix(stated, "sep="), delimiterOf(start))
	t.Reader = csv.NewReader(in)
	t.Comma, _ = utf8.DecodeRuneInString(t.delimiter)
	t.FieldsPerRecord, t.ReuseRecord, t.TrimLeadingSpace = -1, true, t.delimiter != "\t"
	header, err := t.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("it is empty: the first row has to name the columns")
	}
	if err != nil {
		return nil, fmt.Errorf("read the names of the columns: %w", err)
	}
	if len(header) > maxColumns { // to number repeated names would take minutes
		return nil, fmt.Errorf("it has %d columns, of which %d are possible", len(header), maxColumns)
	}
	for _, name := range header {
		t.written = append(t.written, strings.TrimSpace(name))
	}
	t.header = distinct(t.written)
	return t, nil
}

// distinct numbers repeated names: Phone, Phone (2). A column that really has such a name keeps it.
func distinct(names []string) []string {
	taken, seen := map[string]bool{}, map[string]bool{}
	for _, name := range names {
		taken[name] = true
	}
	list := slices.Clone(names)
	for i, name := range names {
		for n := 2; seen[name] && taken[list[i]]; n++ {
			list[i] = fmt.Sprintf("%s (%d)", name, n)
		}
		taken[list[i]], seen[name] = true, true
	}
	return list
}

// isText reports whether a cell is valid in the encoding of the table.
func (t *table) isText(cell string) bool {
	return utf8.ValidString(cell) && (!t.replaces || !strings.ContainsRune(cell, utf8.RuneError))
}

// mixedError is the line of the first bytes that are not UTF-8, in a file that has characters of UTF-8, too.
type mixedError int

func (line mixedError) Error() string {
	return fmt.Sprintf("line %d has bytes that are not UTF-8, but other characters of the file are: "+
		"correct it, or write its encoding into the map, such as encoding: utf-8 or windows-1252", int(line))
}

// encodingOf returns the encoding of a byte order mark, or utf-8 if the file is valid, or otherwise windows-1252, the encoding of
// western spreadsheets. The map can name another one. It fails with mixedError if either guess would spoil some of the text.
func encodingOf(file io.Reader) (string, error) {
	in := bufio.NewReaderSize(file, 64<<10)
	switch mark, _ := in.Peek(3); {
	case bytes.HasPrefix(mark, []byte{0xff, 0xfe}):
		return "utf-16le", nil
	case bytes.HasPrefix(mark, []byte{0xfe, 0xff}):
		return "utf-16be", nil
	case bytes.Equal(mark, []byte{0xef, 0xbb, 0xbf}):
		return "utf-8", nil
	}
	line, invalid, isUTF8 := 1, 0, false
	for {
		char, size, err := in.ReadRune()
		switch {
		case errors.Is(err, io.EOF) && invalid == 0:
			return "utf-8", nil
		case errors.Is(err, io.EOF) && isUTF8:
			return "", mixedError(invalid)
		case errors.Is(err, io.EOF):
			return "windows-1252", nil
		case err != nil:
			return "", err
		case char == '\n':
			line++
		case size > 1:
			isUTF8 = true
		case char == utf8.RuneError:
			invalid = cmp.Or(invalid, line)
		}
	}
}

// encodings lists the supported encodings by name: Unicode and all single-byte code pages, such as iso-8859-15 or macintosh.
func encodings() map[string]encoding.Encoding {
	all := map[string]encoding.Encoding{
		"utf-8": unicode.UTF8, "utf-16le": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
		"utf-16be": unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
	}
	for _, page := range charmap.All {
		all[strings.ToLower(strings.ReplaceAll(fmt.Sprint(page), " ", "-"))] = page
	}
	return all
}

// statedDelimiter returns a first line such as "sep=;", which names the delimiter to spreadsheets, or "".
func statedDelimiter(start []byte) string {
	line, _, _ := bytes.Cut(start, []byte("\n"))
	stated := string(bytes.TrimSuffix(line, []byte("\r")))
	if delimiter, ok := strings.CutPrefix(stated, "sep="); !ok || utf8.RuneCountInString(delimiter) != 1 {
		return ""
	}
	return stated
}

var quotedCell = regexp.MustCompile(`"[^"]*"`)

// delimiterOf returns the most frequent delimiter in the header, outside of quotes.
func delimiterOf(start []byte) string {
	line, _, _ := bytes.Cut(quotedCell.ReplaceAll(start, nil), []byte("\n"))
	best, most := ",", 0
	for _, d := range []string{",", ";", "\t", "|"} {
		if n := bytes.Count(line, []byte(d)); n > most {
			best, most = d, n
		}
	}
	return best
}

// withNewlines returns the text with newlines between its rows. Spreadsheets on a Macintosh write carriage returns there, which
// encoding/csv does not know: it would read the whole file as the names of the columns.
func withNewlines(text io.Reader) io.Reader {
	in := bufio.NewReaderSize(text, 32<<10)
	start, _ := in.Peek(32 << 10)
	if at := bytes.IndexAny(start, "\r\n"); at < 0 || bytes.HasPrefix(bytes.TrimLeft(start[at:], "\r"), []byte("\n")) {
		return in
	}
	return newlines{in}
}

// newlines replaces carriage returns.
type newlines struct{ io.Reader }

func (n newlines) Read(p []byte) (int, error) {
	read, err := n.Reader.Read(p)
	for i, c := range p[:read] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return read, err
}
