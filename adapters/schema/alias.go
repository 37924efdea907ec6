package schema

import (
	"reflect"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
)

// settings guards what Huma keeps for the whole process.
var settings sync.Once

// Settings makes Huma describe JSON the way the interface promises. It is safe to call at any time, and has to be called
// before the first schema is made.
func Settings() {
	settings.Do(func() { huma.DefaultArrayNullable = false }) // lists are never null
}

// shaped is a kernel type that is shown as another type: patch.Field, jsonb.Of.
type shaped interface{ JSONType() reflect.Type }

// AliasTypes tells the registry about every shaped type below the given ones, so that the kernel needs no Huma.
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

// idText and dayText describe ids and days wherever they stand: Huma sees only that they are read from text.
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

// Nullable reports whether null is a value of its own for t.
func Nullable(t reflect.Type) bool {
	n, ok := reflect.Zero(t).Interface().(interface{ Nullable() bool })
	return ok && n.Nullable()
}
