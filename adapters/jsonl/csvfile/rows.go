package csvfile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/text"
)

// maxRow is the maximum size of a row in bytes. Behind a quote that nothing closes, the rest of the file would be one row.
const maxRow = 4 << 20

// Unreadable is the code of a fault behind which nothing is read.
const Unreadable = "unreadable"

const wholeRow = "line" // the location of a fault of a whole row

var errLongRow = fmt.Errorf("has a quoted cell that is not closed, or is longer than %d MiB", maxRow>>20)

// rowLimit ends reading when a row is too long.
type rowLimit struct {
	io.Reader
	left int // bytes of the row; a buffer may read more of them
}

func (l *rowLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errLongRow
	}
	n, err := l.Reader.Read(p)
	l.left -= n
	return n, err
}

// Read returns the next row, until the next call.
func (t *table) Read() ([]string, error) {
	t.limit.left = maxRow
	return t.Reader.Read()
}

// rowsOf writes the records of all rows.
func (c *converter) rowsOf(t *table) error {
	for end := t.end(t.written); ; {
		row, err := t.Read()
		var bad *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLongRow):
			c.fault(int32(end+1), nil, wholeRow, Unreadable, err.Error()+": nothing behind it was read")
			return nil
		case errors.As(err, &bad):
			c.fault(int32(bad.StartLine), nil, wholeRow, "csv", "is not CSV: "+bad.Err.Error())
			end = bad.Line
			continue
		case err != nil:
			return fmt.Errorf("read the table: %w", err)
		}
		line, _ := t.FieldPos(0)
		end = t.end(row)
		if c.isHeader(row) {
			c.Repeated++
			continue
		}
		if c.options.Skip[line] {
			continue
		}
		if wrong := c.miscounted(row); wrong != "" {
			c.fault(int32(line), nil, wholeRow, "csv", wrong)
			continue
		}
		for i, cell := range row {
			row[i] = text.FromHarmless(cell) // as exports and lists of faults have it
		}
		for i := range c.m.Records {
			if err := c.record(i, int32(line), row); err != nil {
				return err
			}
		}
	}
}

// isHeader reports whether a row repeats the names of the columns.
func (c *converter) isHeader(row []string) bool {
	return slices.EqualFunc(row, c.table.written, func(cell, name string) bool { return strings.TrimSpace(cell) == name })
}

// end returns the line where a row ends that was just read.
func (t *table) end(row []string) int {
	last := len(row) - 1
	line, _ := t.FieldPos(last)
	return line + strings.Count(row[last], "\n")
}

// miscounted says what is wrong with the number of cells of a row.
func (c *converter) miscounted(row []string) string {
	columns := len(c.table.header)
	isBlank := func(cells []string) bool { return strings.TrimSpace(strings.Join(cells, "")) == "" }
	switch {
	case len(row) < columns && !c.m.ShortRows && !isBlank(row):
		return fmt.Sprintf("has %d cells, but there are %d columns: is the file cut, or is a line break not quoted? "+
			"Rows that leave out their last cells need short_rows: true in the map", len(row), columns)
	case len(row) > columns && !isBlank(row[columns:]):
		return fmt.Sprintf("has %d cells, but there are %d columns: is the delimiter %q?", len(row), columns, c.table.delimiter)
	}
	return ""
}

// Rows calls fn for each row of a table that can be read, with the line in which it starts and the names of the columns.
func Rows(file io.ReadSeeker, m Map, fn func(line int, columns, row []string) error) error {
	t, err := open(file, m)
	if err != nil {
		return err
	}
	return t.each(func(line int, row []string) error { return fn(line, t.header, row) })
}

// each calls fn with the rows that can be read and the lines where they start. Convert reports the others.
func (t *table) each(fn func(line int, row []string) error) error {
	for {
		row, err := t.Read()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, errLongRow):
			return nil
		case errors.As(err, new(*csv.ParseError)):
			continue
		case err != nil:
			return fmt.Errorf("read the table: %w", err)
		}
		line, _ := t.FieldPos(0)
		if err := fn(line, row); err != nil {
			return err
		}
	}
}
