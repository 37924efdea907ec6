package jsonl

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/apijson"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// table writes a table of the only type. It reads the records twice: which columns there are, such as those of custom fields, only the
// records tell.
func (e *exporting) table(ctx context.Context) error {
	k := e.kinds[e.kindIndex(e.Types[0])].Type
	columns := map[string]bool{}
	cells := func(fn func(map[string]string) error) error {
		return e.each(ctx, k, func(line []entry) error {
			row := map[string]string{}
			for _, at := range line[1:] { // without the type
				value, err := plainOf(at.value)
				if err != nil {
					return err
				}
				flatten(row, at.key, value)
			}
			return fn(row)
		})
	}
	err := cells(func(row map[string]string) error {
		for name := range row {
			columns[name] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	order := append([]string{externalIDKey, idKey, createdAtKey, updatedAtKey, versionKey}, k.Export.Keys...)
	place := func(column string) int {
		key, _, _ := strings.Cut(column, ".")
		return slices.Index(order, key)
	}
	names := slices.SortedFunc(maps.Keys(columns), func(a, b string) int { return cmp.Or(place(a)-place(b), strings.Compare(a, b)) })
	if len(names) == 0 {
		names = order
	}
	out := csv.NewWriter(e.out)
	if err := out.Write(names); err != nil {
		return err
	}
	err = cells(func(row map[string]string) error {
		return out.Write(lists.Map(names, func(name string) string { return text.Harmless(row[name]) }))
	})
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

// plainOf returns a value as JSON has it.
func plainOf(value any) (plain any, err error) {
	encoded, err := apijson.Marshal(value)
	if err == nil {
		d := json.NewDecoder(strings.NewReader(string(encoded)))
		d.UseNumber()
		err = d.Decode(&plain)
	}
	if err != nil {
		return nil, fmt.Errorf("encode a cell: %w", err)
	}
	return plain, nil
}

// flatten adds the cells of a value: those of an object have its key in front, and a list of texts is one cell.
func flatten(row map[string]string, key string, value any) {
	switch value := value.(type) {
	case nil:
	case map[string]any:
		for inner, v := range value {
			flatten(row, key+"."+inner, v)
		}
	case []any:
		entries := make([]string, len(value))
		for i, v := range value {
			switch v := v.(type) {
			case map[string]any, []any:
				encoded, _ := apijson.Marshal(v) // it was decoded
				entries[i] = string(encoded)
			default:
				entries[i] = fmt.Sprint(v)
			}
		}
		row[key] = strings.Join(entries, ", ")
	default:
		row[key] = fmt.Sprint(value)
	}
}
