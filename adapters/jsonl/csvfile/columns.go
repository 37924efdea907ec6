package csvfile

import (
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/schema"
)

// Column describes a column of a table.
type Column struct {
	Name    string   // with a number if others have it, too
	Filled  int      // rows with a value
	Samples []string // the first values that differ, at most maxSamples, shortened
	written string   // the name as the file has it
}

const (
	maxSamples = 5
	sampleSize = 100  // characters
	maxColumns = 2000 // a wider file is no table of records
)

// Table describes a table before it is converted.
type Table struct {
	Encoding  string // "" if the map has to name it; Mixed says why
	Mixed     string
	Delimiter string
	Columns   []Column
}

// Inspect reads a whole table and counts the values of its columns. It fails if it is no table of text.
func Inspect(file io.ReadSeeker) (Table, error) {
	t, err := open(file, Map{})
	mixed, isMixed := errors.AsType[mixedError](err)
	if isMixed {
		t, err = open(file, Map{Encoding: "utf-8"})
	}
	if err != nil {
		return Table{}, err
	}
	found := Table{Encoding: t.encoding, Delimiter: t.delimiter}
	if isMixed {
		found.Encoding, found.Mixed = "", mixed.Error()
	}
	for i, name := range t.header {
		found.Columns = append(found.Columns, Column{Name: name, Samples: []string{}, written: t.written[i]})
	}
	err = t.each(func(_ int, row []string) error {
		for i, cell := range row[:min(len(row), len(found.Columns))] {
			if cell = strings.TrimSpace(cell); cell != "" {
				found.Columns[i].add(cell)
			}
		}
		return nil
	})
	return found, err
}

func (c *Column) add(cell string) {
	c.Filled++
	if len(c.Samples) == maxSamples {
		return
	}
	shown := schema.Cut(strings.ReplaceAll(strings.ToValidUTF8(cell, "\ufffd"), "\x00", ""), sampleSize)
	if !slices.Contains(c.Samples, shown) {
		c.Samples = append(c.Samples, shown)
	}
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
