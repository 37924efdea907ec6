package schema

import (
	"maps"
	"path"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Set makes the schemas of Go structs. All schemas are made before the first Shape; shapes may be used by many at once.
type Set struct {
	registry huma.Registry
	prefix   string
}

// NewSet makes an empty Set whose schemas refer to each other below prefix, such as "#/$defs/".
func NewSet(prefix string) *Set {
	Settings()
	return &Set{huma.NewMapRegistry(prefix, name), prefix}
}

// name spells the package too: several modules have a Line.
func name(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	plain := huma.DefaultSchemaNamer(t, hint)
	if t.PkgPath() == "" {
		return plain
	}
	return path.Base(t.PkgPath()) + "." + plain
}

// Of is the schema of a struct type.
func (s *Set) Of(t reflect.Type) *huma.Schema {
	AliasTypes(s.registry, t)
	of := s.registry.Schema(t, false, t.Name())
	allowNull(of, t)
	AllowNull(s.registry, s.prefix)
	return of
}

// Shape is a schema of Of, ready for checking.
func (s *Set) Shape(of *huma.Schema) *Shape { return ShapeOf(s.registry, of) }

// Schemas are all schemas by name.
func (s *Set) Schemas() map[string]*huma.Schema { return maps.Clone(s.registry.Map()) }
