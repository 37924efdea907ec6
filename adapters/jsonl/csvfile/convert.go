package csvfile

import (
	"bufio"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Converted describes a table that was converted to lines.
type Converted struct {
	Encoding string
	Faults   []jsonl.Fault // in the table; the lines may have others
	More     int           // how many are not in Faults
	Repeated int           // how often the header comes again between the rows, as in files that were put together
	rows     []int32       // by line: where its row starts
	records  []int8        // by line: index of its record in the map
	types    []Record
}

// maxFaults is how many faults are kept.
const maxFaults = 100_000

// seen is a record of an earlier row.
type seen struct {
	sum  uint64
	line int32
}

// Options are what a table and its map leave open, and the account decides.
type Options struct {
	Zone       *time.Location // of times without one
	Currency   string         // of amounts without one
	WeightUnit string         // of weights without one
	Words      Words
	Skip       map[int]bool // the rows, by the lines in which they start, that are left out
}

type converter struct {
	*Converted
	m       Map
	options Options
	table   *table
	at      map[string]int // columns by name
	seed    maphash.Seed
	seen    map[uint64]seen
	out     *bufio.Writer
}

// Convert writes a line for each record of a table. A record that several rows repeat, such as the owner of several pets, is written
// once. Lines are partial: what the map does not name stays as it is in records that exist. Memory grows by some 10 bytes for each
// line, and by up to 100 if a row contains several records.
func Convert(out io.Writer, file io.ReadSeeker, m Map, options Options) (*Converted, error) {
	t, err := open(file, m)
	if err != nil {
		return nil, err
	}
	c := &converter{
		Converted: &Converted{Encoding: t.encoding, types: m.Records}, m: m, options: options, table: t,
		at: map[string]int{}, seed: maphash.MakeSeed(),
		seen: map[uint64]seen{}, out: bufio.NewWriterSize(out, 256<<10),
	}
	for i, name := range t.header {
		c.at[name] = i
	}
	if err := c.missing(); err != nil {
		return nil, err
	}
	if err := c.rowsOf(t); err != nil {
		return nil, err
	}
	return c.Converted, c.out.Flush()
}

// missing returns an error for the columns of the map that the table lacks, with those that it has.
func (c *converter) missing() error {
	var faults []error
	for _, r := range c.m.Records {
		for _, key := range slices.Sorted(maps.Keys(r.Columns)) {
			for _, column := range r.Columns[key] {
				if _, ok := c.at[column]; !ok {
					near := text.Printable(text.DidYouMean(column, c.table.header))
					faults = append(faults, fmt.Errorf("the file has no column %q for %s of %s%s", column, key, r.Type, near))
				}
			}
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return errors.Join(append(faults, errors.New("its columns are "+text.Printable(strings.Join(c.table.header, ", "))))...)
}

func (c *converter) fault(line int32, r *Record, key, code, message string) {
	f := jsonl.Fault{Line: int(line), Field: key, Code: code, Message: message}
	if r != nil {
		f.Column, f.Field = r.place(key)
		f.Type = r.Type
	}
	if c.options.Skip[f.Line] && code != Unreadable {
		return
	}
	if len(c.Faults) == maxFaults {
		c.More++
		return
	}
	c.Faults = append(c.Faults, f)
}
