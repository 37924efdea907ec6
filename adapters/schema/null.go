package schema

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// AllowNull resolves named formats in all schemas of a registry, whose names are below prefix, and marks nullable keys.
func AllowNull(registry huma.Registry, prefix string) {
	for name, s := range registry.Map() {
		allowNull(s, registry.TypeFromRef(prefix+name))
	}
}

// allowNull marks keys as nullable whose Go type is a pointer or a merge-patch field, because Huma only does so for plain values. The
// tag nullable:"false" excludes a key.
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
