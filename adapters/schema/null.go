package schema

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// AllowNull spells named formats out in all schemas of a registry, whose names stand below prefix, and marks the keys that take null.
func AllowNull(registry huma.Registry, prefix string) {
	for name, s := range registry.Map() {
		allowNull(s, registry.TypeFromRef(prefix+name))
	}
}

// allowNull says of the keys of a struct's schema whose Go type is a pointer, or a merge-patch key, that they may be null:
// Huma can say so of plain values only. What cannot be cleared is tagged nullable:"false".
func allowNull(s *huma.Schema, t reflect.Type) {
	if t == nil || t.Kind() != reflect.Struct {
		return
	}
	described := Docs(t)
	for _, f := range reflect.VisibleFields(t) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		property := s.Properties[key]
		if property == nil {
			continue
		}
		if text, ok := described[key]; ok {
			property.Description = text
		}
		Spell(property)
		choose(property, f.Type)
		if f.Type.Kind() != reflect.Pointer && !Nullable(f.Type) || f.Tag.Get("nullable") == "false" {
			continue
		}
		if f.Tag.Get("example") == "null" {
			property.Examples = []any{nil}
		}
		switch {
		case property.Ref != "":
			property.AnyOf = []*huma.Schema{{Ref: property.Ref}, {Type: "null"}}
			property.Ref = ""
		case property.Type != "":
			property.Nullable = true
		}
		if len(property.Enum) > 0 && !slices.Contains(property.Enum, nil) {
			property.Enum = append(slices.Clone(property.Enum), nil)
		}
	}
}
