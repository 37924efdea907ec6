package csvfile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/schema"
)

// Column describes a column of a table.
type Column struct {
	Name    string
	Filled  int      // rows with a value
	Samples []string // the first values that differ, at most maxSamples, shortened
}

const (
	maxSamples = 5
	sampleSize = 100  // characters
	maxColumns = 2000 // a wider file is no table of records
)

// Table describes a table before it is converted.
type Table struct {
	Encoding, Delimiter string
	Columns             []Column
	Rows                int
}

// Inspect reads a whole table and counts the values of its columns. It fails if it is no table of text.
func Inspect(file io.ReadSeeker, m Map) (Table, error) {
	t, err := open(file, m)
	if err != nil {
		return Table{}, err
	}
	found := Table{Encoding: t.encoding, Delimiter: t.delimiter}
	for _, name := range t.header {
		found.Columns = append(found.Columns, Column{Name: name, Samples: []string{}})
	}
	err = t.each(func(_ int, row []string) bool {
		found.Rows++
		for i, cell := range row[:min(len(row), len(found.Columns))] {
			if cell = strings.TrimSpace(cell); cell != "" {
				found.Columns[i].add(cell)
			}
		}
		return true
	})
	return found, err
}

func (c *Column) add(cell string) {
	c.Filled++
	if len(c.Samples) == maxSamples {
		return
	}
	shown := schema.Cut(strings.ToValidUTF8(cell, "\ufffd"), sampleSize)
	if !slices.Contains(c.Samples, shown) {
		c.Samples = append(c.Samples, shown)
	}
}

// each calls fn with the rows that can be read and the lines where they start, until it returns false. Convert reports the others.
func (t *table) each(fn func(line int, row []string) bool) error {
	for {
		row, err := t.Read()
		var bad *csv.ParseError
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, errLongRow):
			return nil
		case errors.As(err, &bad):
			continue
		case err != nil:
			return fmt.Errorf("read the table: %w", err)
		}
		if line, _ := t.FieldPos(0); !fn(line, row) {
			return nil
		}
	}
}

// Propose returns a map for a table whose rows contain records of the types, with the columns whose names say what they hold. It lacks what
// cannot be known: the format of days, and required keys without a column.
func Propose(in Table, types []string, keys map[string][]jsonl.Key) Map {
	m := Map{Encoding: in.Encoding, Delimiter: in.Delimiter}
	for _, of := range types {
		r := Record{Type: of, Columns: map[string]Columns{}}
		for _, k := range keys[of] {
			for _, c := range in.Columns {
				if matches(of, k, c.Name) && (len(r.Columns[k.Path]) == 0 || k.Type == "phones") {
					r.Columns[k.Path] = append(r.Columns[k.Path], c.Name)
				}
			}
		}
		m.Records = append(m.Records, r)
	}
	return m
}

// Profile is the map for the export of another system.
type Profile struct {
	Name  string   `yaml:"name"`
	Known []string `yaml:"known_by"` // the columns that tell the export from others
	Map   Map      `yaml:"map"`
}

// Fits reports whether a table is an export of the system.
func (p Profile) Fits(in Table) bool {
	return !slices.ContainsFunc(p.Known, func(name string) bool { return !in.has(name) })
}

func (t Table) has(name string) bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == name })
}

// For returns the map of the profile for a table, without the columns that it lacks, and without records that it says nothing of.
func (p Profile) For(in Table) Map {
	m := p.Map
	m.Encoding, m.Delimiter, m.Records = in.Encoding, in.Delimiter, nil
	for _, r := range p.Map.Records {
		r.Columns, r.Values = maps.Clone(r.Columns), maps.Clone(r.Values)
		for key, columns := range r.Columns {
			there := slices.DeleteFunc(slices.Clone(columns), func(name string) bool { return !in.has(name) })
			if r.Columns[key] = there; len(there) == 0 {
				delete(r.Columns, key)
				delete(r.Values, key)
			}
		}
		if len(r.Columns["external_id"]) > 0 {
			m.Records = append(m.Records, r)
		}
	}
	return m
}
