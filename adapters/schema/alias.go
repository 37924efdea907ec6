package schema

import (
	"reflect"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
)

// settings guards Huma's global settings.
var settings sync.Once

// Settings configures how Huma describes JSON. It must be called before the first schema is created, and may be called again.
func Settings() {
	settings.Do(func() { huma.DefaultArrayNullable = false }) // lists are never null
}

// shaped is a kernel type with the schema of another type, such as patch.Field and jsonb.Of.
type shaped interface{ JSONType() reflect.Type }

// AliasTypes registers all shaped types below the given ones, so that the kernel does not depend on Huma.
func AliasTypes(registry huma.Registry, roots ...reflect.Type) {
	registry.RegisterTypeAlias(reflect.TypeFor[uuid.UUID](), reflect.TypeFor[idText]())
	registry.RegisterTypeAlias(reflect.TypeFor[clock.Day](), reflect.TypeFor[dayText]())
	seen := map[reflect.Type]bool{}
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || seen[t] {
			return
		}
		seen[t] = true
		if s, ok := reflect.Zero(t).Interface().(shaped); ok {
			shown := s.JSONType()
			walk(shown)
			if Nullable(t) && shown.Kind() != reflect.Slice && shown.Kind() != reflect.Map && shown.Kind() != reflect.Pointer {
				shown = reflect.PointerTo(shown)
			}
			registry.RegisterTypeAlias(t, shown)
			return
		}
		for i := range t.NumField() {
			walk(t.Field(i).Type)
		}
	}
	for _, t := range roots {
		walk(t)
	}
}

// idText and dayText describe ids and days. Huma only knows that they are parsed from text.
type (
	idText  string
	dayText string
)

// Schema implements huma.SchemaProvider.
func (idText) Schema(huma.Registry) *huma.Schema { return textOf("uuid", 36) }

// Schema implements huma.SchemaProvider.
func (dayText) Schema(huma.Registry) *huma.Schema { return textOf("date", 10) }

func textOf(format string, length int) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: format, MaxLength: &length}
}

// Nullable reports whether null is a separate value of t.
func Nullable(t reflect.Type) bool {
	n, ok := reflect.Zero(t).Interface().(interface{ Nullable() bool })
	return ok && n.Nullable()
}
