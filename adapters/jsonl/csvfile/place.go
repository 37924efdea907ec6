package csvfile

import (
	"io"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/schema"
)

// Place converts the locations of a fault from the lines to the table.
func (c *Converted) Place(f jsonl.Fault) jsonl.Fault {
	if f.Line >= 1 && f.Line <= len(c.rows) {
		f.Column, f.Field = c.types[c.records[f.Line-1]].place(f.Field)
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

// place returns the columns of a key, and the key with its type.
func (r Record) place(field string) (columns, key string) {
	key = r.Type + "." + field
	for path := field; path != ""; {
		if columns := r.Columns[path]; len(columns) > 0 {
			return strings.Join(columns, ", "), key
		}
		if columns := r.Columns[fullNameKey]; len(columns) > 0 && (path == "first_name" || path == "last_name") {
			return strings.Join(columns, ", "), key
		}
		cut := strings.LastIndexAny(path, ".[")
		if cut < 0 {
			break
		}
		path = path[:cut]
	}
	return "", key
}

// Fill sets the values of faults: what the cells say that they are about. Passwords and the like are not shown.
func Fill(file io.ReadSeeker, m Map, faults []jsonl.Fault) error {
	byLine := map[int][]*jsonl.Fault{}
	for i := range faults {
		byLine[faults[i].Line] = append(byLine[faults[i].Line], &faults[i])
	}
	return Rows(file, m, func(line int, columns, row []string) error {
		for _, f := range byLine[line] {
			if m.isSecret(f.Field) {
				continue
			}
			var said []string
			for i, cell := range row {
				if i < len(columns) && slices.Contains(strings.Split(f.Column, ", "), columns[i]) && strings.TrimSpace(cell) != "" {
					said = append(said, schema.Cut(strings.TrimSpace(cell), maxValue))
				}
			}
			f.Value = strings.Join(said, ", ")
		}
		return nil
	})
}

// maxValue is how many characters of a cell a fault shows.
const maxValue = 120

func (m Map) isSecret(field string) bool {
	return slices.ContainsFunc(m.Records, func(r Record) bool {
		path, ok := strings.CutPrefix(field, r.Type+".")
		return ok && r.keys[path].WriteOnly
	})
}

// Merge returns the faults of the table and its lines in the order of the rows. It omits a fault of a line if the table has one for
// the same cell.
func (c *Converted) Merge(lines []jsonl.Fault) []jsonl.Fault {
	type place struct {
		line          int
		column, field string
	}
	said := map[place]bool{}
	all := slices.Clone(c.Faults)
	for _, f := range all {
		said[place{f.Line, f.Column, f.Field}] = true
	}
	for _, f := range lines {
		if f = c.Place(f); !said[place{f.Line, f.Column, f.Field}] {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b jsonl.Fault) int { return a.Line - b.Line })
	return all
}
