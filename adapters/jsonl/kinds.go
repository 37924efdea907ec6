package jsonl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// kind is a record type with the schema of its lines.
type kind struct {
	importing.Type
	set   *schema.Set
	line  *huma.Schema  // without "type" and "external_id"
	shape *schema.Shape // of line
}

func kindsOf(types []importing.Type) []kind {
	set := schema.NewSet("#/$defs/")
	kinds := lists.Map(types, func(t importing.Type) kind { return kind{Type: t, set: set, line: set.Of(t.Line)} })
	for i := range kinds {
		kinds[i].shape = set.Shape(kinds[i].line)
	}
	return kinds
}

// sorted sorts types by name, but each after those in its After.
func sorted(types []importing.Type) ([]importing.Type, error) {
	left := slices.Clone(types)
	slices.SortFunc(left, func(a, b importing.Type) int { return cmp.Compare(a.Name, b.Name) })
	var ordered []importing.Type
	done := map[string]bool{} // by name
	for len(left) > 0 {
		next := slices.IndexFunc(left, func(t importing.Type) bool {
			return !slices.ContainsFunc(t.After, func(name string) bool { return !done[name] })
		})
		if next < 0 {
			names := strings.Join(lists.Map(left, func(t importing.Type) string { return t.Name }), ", ")
			return nil, fmt.Errorf("the record types %s come after each other, or after one that nobody offers", names)
		}
		ordered = append(ordered, left[next])
		done[left[next].Name] = true
		left = slices.Delete(left, next, next+1)
	}
	return ordered, nil
}

// kindIndex returns the index of a type in the order of application, or -1.
func (i *Importer) kindIndex(name string) int {
	return slices.IndexFunc(i.kinds, func(k kind) bool { return k.Name == name })
}
