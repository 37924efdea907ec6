package csvfile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// table is a CSV file that is read row by row.
type table struct {
	*csv.Reader
	header              []string
	encoding, delimiter string
}

// open finds out how the file is written, as far as the map does not say, and reads its header.
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
	coded, err := htmlindex.Get(t.encoding)
	if err != nil {
		return nil, fmt.Errorf("encoding: %q is not the name of an encoding such as utf-8 or windows-1252", t.encoding)
	}
	in := bufio.NewReaderSize(transform.NewReader(file, unicode.BOMOverride(coded.NewDecoder())), 64<<10)
	if t.delimiter == "" {
		start, _ := in.Peek(32 << 10)
		t.delimiter = delimiterOf(start)
	}
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
	for _, name := range header {
		t.header = append(t.header, strings.TrimSpace(name))
	}
	return t, nil
}

// encodingOf is utf-8 when all of the file is, or a mark says so; else what its letters look like.
func encodingOf(file io.ReadSeeker) (string, error) {
	in := bufio.NewReaderSize(file, 64<<10)
	switch mark, _ := in.Peek(2); {
	case bytes.Equal(mark, []byte{0xff, 0xfe}):
		return "utf-16le", nil
	case bytes.Equal(mark, []byte{0xfe, 0xff}):
		return "utf-16be", nil
	}
	var odd []byte // lines that are not UTF-8
	for len(odd) < 64<<10 {
		line, err := in.ReadSlice('\n')
		if !utf8.Valid(line) && !errors.Is(err, bufio.ErrBufferFull) {
			odd = append(odd, line...)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
	}
	if len(odd) == 0 {
		return "utf-8", nil
	}
	// Short texts look like much: only what it is sure of counts against the code page of western spreadsheets.
	found := chardet.Detect(odd)
	if coded, err := htmlindex.Get(found.Encoding); err == nil && found.Confidence > 0.9 && coded != charmap.ISO8859_1 {
		name, err := htmlindex.Name(coded)
		return name, err
	}
	return "windows-1252", nil
}

// delimiterOf is what the header has most of.
func delimiterOf(start []byte) string {
	line, _, _ := bytes.Cut(start, []byte("\n"))
	best, most := ",", 0
	for _, d := range []string{",", ";", "\t", "|"} {
		if n := bytes.Count(line, []byte(d)); n > most {
			best, most = d, n
		}
	}
	return best
}
