package csvfile

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/text"
)

// Converted describes a table that was converted to lines.
type Converted struct {
	Encoding string
	Faults   []jsonl.Fault // in the table; the lines may have others
	More     int           // how many are not in Faults
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

type converter struct {
	*Converted
	m     Map
	zone  *time.Location
	table *table
	at    map[string]int // columns by name
	seed  maphash.Seed
	seen  map[uint64]seen
	out   *bufio.Writer
}

// Convert writes a line for each record of a table. A record that several rows repeat, such as the owner of several pets, is written
// once. Times without a zone are in zone.
func Convert(out io.Writer, file io.ReadSeeker, m Map, zone *time.Location) (*Converted, error) {
	t, err := open(file, m)
	if err != nil {
		return nil, err
	}
	c := &converter{
		Converted: &Converted{Encoding: t.encoding, types: m.Records}, m: m, zone: zone, table: t, at: map[string]int{}, seed: maphash.MakeSeed(),
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
	const most = 50
	has := text.Printable(strings.Join(c.table.header[:min(len(c.table.header), most)], ", "))
	if len(c.table.header) > most {
		has += ", …"
	}
	return errors.Join(append(faults, errors.New("its columns are "+has))...)
}

func (c *converter) rowsOf(t *table) error {
	for {
		row, err := t.Read()
		var bad *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad):
			c.fault(int32(bad.StartLine), "line", "is not CSV: "+bad.Err.Error())
			continue
		case err != nil:
			return fmt.Errorf("read the table: %w", err)
		}
		line, _ := t.FieldPos(0)
		if len(row) > len(t.header) && strings.TrimSpace(strings.Join(row[len(t.header):], "")) != "" {
			c.fault(int32(line), "line", fmt.Sprintf("has %d cells, but there are %d columns: is the delimiter %q?", len(row), len(t.header),
				t.delimiter))
			continue
		}
		for i := range c.m.Records {
			if err := c.record(i, int32(line), row); err != nil {
				return err
			}
		}
	}
}

func (c *Converted) fault(line int32, column, message string) {
	if len(c.Faults) == maxFaults {
		c.More++
		return
	}
	c.Faults = append(c.Faults, jsonl.Fault{Line: int(line), Field: column, Message: message})
}

// record writes a record of a row.
func (c *converter) record(i int, line int32, row []string) error {
	r := &c.m.Records[i]
	if c.isAbsent(i, row) {
		return nil
	}
	values := map[string]any{"type": r.Type}
	for _, path := range slices.Sorted(maps.Keys(r.Fixed)) {
		key, _ := r.key(path)
		put(values, path, c.value(key, r, line, []string{r.Fixed[path]}, nil))
	}
	for _, path := range slices.Sorted(maps.Keys(r.Columns)) {
		key, _ := r.key(path)
		columns := r.Columns[path]
		cells := c.cells(row, columns)
		for _, cell := range cells {
			if !c.table.isText(cell) {
				shown := fmt.Sprintf(": %.60q", cell)
				if key.WriteOnly {
					shown = ""
				}
				c.fault(line, r.place(path), "has bytes that are not "+c.Encoding+shown)
			}
		}
		put(values, path, c.value(key, r, line, cells, columns))
	}
	r.dropUnits("", values)
	encoded, err := json.Marshal(values)
	if err != nil {
		return err
	}
	id, _ := values["external_id"].(string)
	if id != "" && len(c.m.Records) > 1 {
		key := maphash.String(c.seed, r.Type+"\x00"+id)
		now := seen{maphash.Bytes(c.seed, encoded), line}
		if before, ok := c.seen[key]; ok {
			if before.sum != now.sum {
				c.fault(line, r.place("external_id"), fmt.Sprintf("is the %s of line %d, with other values there", r.Type, before.line))
			}
			return nil
		}
		c.seen[key] = now
	}
	c.rows, c.records = append(c.rows, line), append(c.records, int8(i))
	_, err = c.out.Write(append(encoded, '\n'))
	return err
}

// units are the keys of units with those of what they measure, in a weight and in money.
var units = map[string]string{"unit": "value", "currency": "amount"}

// dropUnits removes optional objects that have a unit but no value, as with a fixed unit in a row whose cell is empty.
func (r *Record) dropUnits(prefix string, from map[string]any) {
	for name, value := range from {
		object, _ := value.(map[string]any)
		if object == nil {
			continue
		}
		path := prefix + name + "."
		for unit, measured := range units {
			if key, ok := r.keys[path+measured]; ok && !key.Required && object[measured] == nil {
				delete(object, unit)
			}
		}
		if r.dropUnits(path, object); len(object) == 0 {
			delete(from, name)
		}
	}
}

// isAbsent reports whether a row lacks a record, as with an owner without a pet: it has no values except in columns of other records.
func (c *converter) isAbsent(i int, row []string) bool {
	for path, columns := range c.m.Records[i].Columns {
		for _, column := range columns {
			isOthers := path != "external_id" && slices.ContainsFunc(c.m.Records, func(r Record) bool {
				return r.Type != c.m.Records[i].Type && r.has(column)
			})
			if at := c.at[column]; !isOthers && at < len(row) && strings.TrimSpace(row[at]) != "" {
				return false
			}
		}
	}
	return true
}

func (r Record) has(column string) bool {
	for _, columns := range r.Columns {
		if slices.Contains(columns, column) {
			return true
		}
	}
	return false
}

func (c *converter) cells(row []string, columns []string) []string {
	cells := make([]string, len(columns))
	for i, column := range columns {
		if at := c.at[column]; at < len(row) {
			cells[i] = strings.TrimSpace(row[at])
		}
	}
	return cells
}

// put sets the value at a path, unless it is nil.
func put(to map[string]any, path string, value any) {
	if value == nil {
		return
	}
	object, name, nested := strings.Cut(path, ".")
	if !nested {
		to[path] = value
		return
	}
	inner, _ := to[object].(map[string]any)
	if inner == nil {
		inner = map[string]any{}
		to[object] = inner
	}
	put(inner, name, value)
}

// Place converts the locations of a fault from the lines to the table.
func (c *Converted) Place(f jsonl.Fault) jsonl.Fault {
	if f.Line >= 1 && f.Line <= len(c.rows) {
		f.Field = c.types[c.records[f.Line-1]].place(f.Field)
	}
	f.Line, f.Earlier = c.row(f.Line), c.row(f.Earlier)
	return f
}

// row returns where the row of a line starts.
func (c *Converted) row(line int) int {
	if line < 1 || line > len(c.rows) {
		return line
	}
	return int(c.rows[line-1])
}

// place returns the column of a key, and the key.
func (r Record) place(field string) string {
	for path := field; path != ""; {
		if columns := r.Columns[path]; len(columns) > 0 {
			return strings.Join(columns, ", ") + " (" + r.Type + "." + field + ")"
		}
		cut := strings.LastIndexAny(path, ".[")
		if cut < 0 {
			break
		}
		path = path[:cut]
	}
	return r.Type + "." + field
}

// Merge returns the faults of the table and its lines in the order of the rows. It omits a fault of a line if the table has one for
// the same cell.
func (c *Converted) Merge(lines []jsonl.Fault) []jsonl.Fault {
	type place struct {
		line  int
		field string
	}
	said := map[place]bool{}
	all := slices.Clone(c.Faults)
	for _, f := range all {
		said[place{f.Line, f.Field}] = true
	}
	for _, f := range lines {
		if f = c.Place(f); !said[place{f.Line, f.Field}] {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b jsonl.Fault) int { return a.Line - b.Line })
	return all
}
