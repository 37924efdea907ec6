package csvfile

import (
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/text"
)

// value converts cells to the value of a key, or nil if they are empty. It reports what it cannot convert and returns it unchanged.
func (c *converter) value(k jsonl.Key, r *Record, line int32, cells, columns []string) any {
	fault := func(message string) { c.fault(line, r, k.Path, "format", message) }
	if k.Type == "list" || k.Type == "numbers" {
		return c.list(k, r, cells, fault)
	}
	for i, cell := range cells {
		if cells[i] = c.word(k, r, cell); (k.Type == "text" || k.Type == "phones") && spoilt.MatchString(cell) {
			fault("is " + quoted(cell) + spoiltSays)
			return nil
		}
	}
	if k.Type == "phones" {
		return phones(cells, columns, fault)
	}
	between := " "
	if k.Path == "external_id" {
		between = "/"
	}
	joined := strings.Join(slices.DeleteFunc(slices.Clone(cells), func(s string) bool { return s == "" }), between)
	if joined == "" {
		return nil
	}
	switch k.Type {
	case "date":
		if day, ok := c.day(joined); ok {
			return day
		}
		fault(c.notADay(joined))
	case "instant":
		at, wrong := c.instant(joined)
		if wrong == "" {
			return at
		}
		fault(wrong)
	case "boolean":
		return truth(joined)
	case "integer", "number":
		return c.number(joined, fault)
	case "decimal":
		return c.decimal(joined, fault)
	}
	return joined
}

func (c *converter) list(k jsonl.Key, r *Record, cells []string, fault func(string)) any {
	var list []any
	for _, cell := range cells {
		for _, entry := range c.entries(k, r, cell) {
			if k.Type == "numbers" {
				list = append(list, c.number(entry, fault))
			} else {
				list = append(list, entry)
			}
		}
	}
	if list == nil && strings.Join(cells, "") == "" {
		return nil
	}
	return append([]any{}, list...)
}

func truth(s string) any {
	switch text.Fold(s) {
	case "yes", "y", "true", "t", "1", "x", "ja", "oui", "si":
		return true
	case "no", "n", "false", "f", "0", "nein", "non":
		return false
	}
	return s
}

func quoted(s string) string {
	return `"` + strings.ReplaceAll(schema.Cut(s, 60), "\n", " ") + `"`
}
