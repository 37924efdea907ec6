package csvfile

import (
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
)

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
