package csvfile

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
)

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

// isAbsent reports whether a row lacks a record, as with an owner without a pet, or with a single one: it has no values except in columns
// that another record has, too.
func (c *converter) isAbsent(i int, row []string) bool {
	for path, columns := range c.m.Records[i].Columns {
		for _, column := range columns {
			isShared := path != "external_id" && (hasColumn(c.m.Records[:i], column) || hasColumn(c.m.Records[i+1:], column))
			if at := c.at[column]; !isShared && at < len(row) && strings.TrimSpace(row[at]) != "" {
				return false
			}
		}
	}
	return true
}

func hasColumn(records []Record, column string) bool {
	for _, r := range records {
		for _, columns := range r.Columns {
			if slices.Contains(columns, column) {
				return true
			}
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
