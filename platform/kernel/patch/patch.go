// Package patch is the input of a JSON merge patch (RFC 7396): a key is absent, null, or has a value.
package patch

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Field is one key of a merge patch. The zero value is an absent key.
type Field[T any] struct {
	Set   bool // the key is there
	Null  bool // and is null
	Value T
}

// Key is a Field whose type is forgotten.
type Key interface {
	IsSet() bool
	IsNull() bool
	MayClear() bool
}

// IsSet reports whether the key is there.
func (f Field[T]) IsSet() bool { return f.Set }

// IsNull reports whether the key is there and null.
func (f Field[T]) IsNull() bool { return f.Null }

// MayClear reports whether the key can leave a record without a value: when it is null or empty, or an object, of which
// any part may be null.
func (f Field[T]) MayClear() bool {
	if !f.Set || f.Null {
		return f.Null
	}
	switch v := reflect.ValueOf(&f.Value).Elem(); v.Kind() {
	case reflect.String, reflect.Slice:
		return v.Len() == 0
	case reflect.Map:
		return true
	case reflect.Struct:
		_, isText := any(f.Value).(encoding.TextMarshaler)
		_, isScalar := any(f.Value).(json.Marshaler)
		return !isText && !isScalar
	default:
		return false
	}
}

// Of is a key with a value.
func Of[T any](v T) Field[T] { return Field[T]{Set: true, Value: v} }

// Null is a key that is null.
func Null[T any]() Field[T] { return Field[T]{Set: true, Null: true} }

// Decoded is a Field that is being decoded, for decoders other than encoding/json.
type Decoded interface {
	// Decode takes null, or calls decode with a pointer to its value. It is only called for keys that are there.
	Decode(null bool, decode func(into any) error) error
}

// Decode implements Decoded.
func (f *Field[T]) Decode(null bool, decode func(into any) error) error {
	*f = Field[T]{Set: true, Null: null} // of a key that is there twice, nothing of the first is left
	if null {
		return nil
	}
	return decode(&f.Value)
}

// UnmarshalJSON is Decode by encoding/json.
func (f *Field[T]) UnmarshalJSON(text []byte) error {
	return f.Decode(bytes.Equal(bytes.TrimSpace(text), []byte("null")), func(into any) error { return json.Unmarshal(text, into) })
}

// MarshalJSON writes null or the value; an absent key needs omitzero in the tag of the struct that holds it.
func (f Field[T]) MarshalJSON() ([]byte, error) {
	if !f.Set || f.Null {
		return []byte("null"), nil
	}
	return json.Marshal(f.Value)
}

// IsZero makes omitzero leave absent keys out.
func (f Field[T]) IsZero() bool { return !f.Set }

// JSONType tells schema generators what a value looks like.
func (Field[T]) JSONType() reflect.Type { return reflect.TypeFor[T]() }

// Nullable tells schema generators that null is a value of its own.
func (Field[T]) Nullable() bool { return true }

// Apply puts the value into *to; null puts the zero value there.
func (f Field[T]) Apply(to *T) {
	if !f.Set {
		return
	}
	*to = f.Value // the zero value when null
}

// ApplyPtr puts the value into *to; null puts nil there.
func (f Field[T]) ApplyPtr(to **T) {
	if !f.Set {
		return
	}
	if f.Null {
		*to = nil
		return
	}
	*to = new(f.Value)
}

// Text is ApplyPtr for text that is kept clean; what is empty then is nil.
func Text(f Field[string], to **string) {
	f.ApplyPtr(to)
	*to = text.Optional(*to)
}

// NotNull applies a key that cannot be cleared: null is a fault.
func (f Field[T]) NotNull(to *T, name string, faults *apperr.FieldErrors) {
	if f.Null {
		faults.Add(name, "null", "cannot be null")
		return
	}
	f.Apply(to)
}
