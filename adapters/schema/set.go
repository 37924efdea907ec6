package schema

import (
	"path"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Set creates the schemas of Go structs. Create all schemas before the first Shape; then shapes are safe for concurrent use.
type Set struct {
	registry huma.Registry
	prefix   string
}

// NewSet returns an empty Set. Its schemas refer to each other below prefix, such as "#/$defs/".
func NewSet(prefix string) *Set {
	Settings()
	return &Set{huma.NewMapRegistry(prefix, name), prefix}
}

// name includes the package, because several modules have a Line.
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

// Of returns the schema of a struct type.
func (s *Set) Of(t reflect.Type) *huma.Schema {
	AliasTypes(s.registry, t)
	of := s.registry.Schema(t, false, t.Name())
	allowNull(of, t)
	AllowNull(s.registry, s.prefix)
	return of
}

// Shape prepares a schema of Of for validation.
func (s *Set) Shape(of *huma.Schema) *Shape { return ShapeOf(s.registry, of) }

// Schemas returns all schemas by name. They must not be changed.
func (s *Set) Schemas() map[string]*huma.Schema { return s.registry.Map() }
