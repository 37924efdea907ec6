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
	values := map[string]any{"type": r.Type, "partial": true}
	for _, path := range slices.Sorted(maps.Keys(r.Fixed)) {
		c.put(values, path, r, line, []string{r.Fixed[path]}, nil)
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
				c.fault(line, r, path, "encoding", "has bytes that are not "+c.Encoding+shown)
			}
		}
		if path == externalIDKey {
			cells = r.identified(c.m.Records, cells)
		}
		c.put(values, path, r, line, cells, columns)
	}
	c.addUnits(r, "", values)
	r.dropUnits("", values)
	r.clear(values)
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
				c.fault(line, r, externalIDKey, "not_unique", fmt.Sprintf("is the %s of line %d, with other values there", r.Type, before.line))
			}
			return nil
		}
		c.seen[key] = now
	}
	c.rows, c.records = append(c.rows, line), append(c.records, int8(i))
	_, err = c.out.Write(append(encoded, '\n'))
	return err
}

const externalIDKey = "external_id"

// identified returns the cells of an external id. If the map has several records of the type, such as a vaccination in each of two
// columns of days, the day does not tell them apart: the name of its column does.
func (r *Record) identified(records []Record, cells []string) []string {
	same := slices.DeleteFunc(slices.Clone(records), func(other Record) bool { return other.Type != r.Type })
	columns := r.Columns[externalIDKey]
	if len(columns) < 2 || len(same) < 2 {
		return cells
	}
	for _, path := range slices.Sorted(maps.Keys(r.Columns)) {
		key, _ := r.key(path)
		if at := slices.Index(columns, r.Columns[path][0]); at >= 0 && (key.Type == "date" || key.Type == "instant") && cells[at] != "" {
			return slices.Insert(cells, at, columns[at])
		}
	}
	return cells
}

// put sets the value of a key, and of those that its cell says, too: a unit, a currency, whether an animal is altered.
func (c *converter) put(values map[string]any, path string, r *Record, line int32, cells, columns []string) {
	key, _ := r.key(path)
	object, name := path[:strings.LastIndex(path, ".")+1], path[strings.LastIndex(path, ".")+1:]
	said := strings.Join(cells, "")
	fault := func(message string) { c.fault(line, r, path, "format", message) }
	switch {
	case path == fullNameKey:
		first, last := fullName(strings.Join(strings.Fields(strings.Join(cells, " ")), " "))
		put(values, "first_name", orNil(first))
		put(values, "last_name", orNil(last))
		return
	case name == "value" && r.keys[object+"unit"].Path != "":
		if number, unit := weight(said); unit != "" {
			cells = []string{number}
			put(values, object+"unit", unit)
		}
	case name == "amount" && r.keys[object+"currency"].Path != "":
		if number, code := c.price(said); code != "" {
			amount, ok := minor(c.decimal(number, fault), code)
			if !ok {
				fault("is " + quoted(said) + ", not an amount of " + code)
				return
			}
			cells = []string{amount}
			put(values, object+"currency", code)
		}
	case path == "sex" && len(r.Columns["altered"]) == 0 && r.keys["altered"].Path != "":
		if both, ok := sexes[plain(said)]; ok {
			put(values, "altered", both[1])
		}
	}
	put(values, path, c.value(key, r, line, cells, columns))
}

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// addUnits gives what is measured the account's unit or currency, unless the map or a cell gives one.
func (c *converter) addUnits(r *Record, prefix string, to map[string]any) {
	usual := map[string]string{"unit": c.options.WeightUnit, "currency": c.options.Currency}
	for name, value := range to {
		object, _ := value.(map[string]any)
		if object == nil {
			continue
		}
		path := prefix + name + "."
		for unit, measured := range units {
			if r.keys[path+unit].Path != "" && object[measured] != nil && object[unit] == nil && usual[unit] != "" {
				object[unit] = usual[unit]
			}
		}
		c.addUnits(r, path, object)
	}
}

// clear gives null to the keys that have a column but no value in this row, and to those that the map clears, so that a record that
// exists loses them.
func (r *Record) clear(values map[string]any) {
	paths := slices.Concat(slices.Collect(maps.Keys(r.Columns)), r.Clear)
	if len(r.Columns[fullNameKey]) > 0 {
		paths = append(paths, "first_name", "last_name")
	}
	for _, path := range paths {
		object, name, nested := strings.Cut(path, ".")
		if _, ok := values[object]; !ok && path != fullNameKey && path != externalIDKey && !r.keys[path].Required {
			values[object] = nil
		}
		inner, _ := values[object].(map[string]any)
		if nested && r.keys[object].Type == "values" && inner[name] == nil { // a custom field, among others that stay
			if inner == nil {
				inner = map[string]any{}
				values[object] = inner
			}
			inner[name] = nil
		}
	}
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

// isAbsent reports whether a row lacks a record, as with an owner without a pet, or a vaccination without its day: all columns that are
// its own, because no other record of the map has them, are empty. A record without columns of its own is there if its id is.
func (c *converter) isAbsent(i int, row []string) bool {
	hasOwn, hasID := false, false
	for path, columns := range c.m.Records[i].Columns {
		for _, column := range columns {
			at := c.at[column]
			isFilled := at < len(row) && strings.TrimSpace(row[at]) != ""
			isOwn := !hasColumn(c.m.Records[:i], column) && !hasColumn(c.m.Records[i+1:], column)
			if isOwn && isFilled {
				return false
			}
			hasOwn = hasOwn || isOwn
			hasID = hasID || isFilled && path == externalIDKey
		}
	}
	return hasOwn || !hasID
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
