// Package jsonenc writes Go values as JSON with an encoder that is built once per type. For records it is two to three times
// faster than encoding/json and allocates nothing. It follows json tags as encoding/json does, with these differences:
//
//   - A nil slice is [], a nil []byte "". Inside maps and interfaces, encoding/json decides.
//   - Neither HTML nor U+2028 and U+2029 are escaped.
//   - omitempty also leaves out structs and arrays that are zero, and whatever its own IsZero calls zero.
//   - The option string is ignored.
//   - The fields of an embedded pointer do not stand in its place: under its type's name it is one key, or none if that is not exported.
//   - If fields of embedded structs have the same key, each is written.
//   - A MarshalJSON or MarshalText method of the pointer is only called through a pointer.
//   - A json.RawMessage is copied without a check, and a time may have any year.
package jsonenc

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"reflect"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Appender is a type with an encoder of its own: it appends valid JSON to dst.
type Appender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// Append appends v as JSON to dst. It fails when a marshaling method inside v fails, and for values that encoding/json refuses, such as
// channels and NaN.
func Append(dst []byte, v any) ([]byte, error) {
	if v == nil {
		return append(dst, "null"...), nil
	}
	value := reflect.ValueOf(v)
	return encoderOf(value.Type())(dst, value)
}

type encoder func(dst []byte, v reflect.Value) ([]byte, error)

var encoders sync.Map // reflect.Type → encoder

func encoderOf(t reflect.Type) encoder {
	if known, ok := encoders.Load(t); ok {
		return known.(encoder)
	}
	// A type may contain itself, or be built by two goroutines at once. Until its encoder exists, one that waits for it takes its place.
	var made encoder
	var building sync.WaitGroup
	building.Add(1)
	early, loaded := encoders.LoadOrStore(t, encoder(func(dst []byte, v reflect.Value) ([]byte, error) {
		building.Wait()
		return made(dst, v)
	}))
	if loaded {
		return early.(encoder)
	}
	made = build(t)
	building.Done()
	encoders.Store(t, made)
	return made
}

var (
	appenderType = reflect.TypeFor[Appender]()
	jsonType     = reflect.TypeFor[json.Marshaler]()
	textType     = reflect.TypeFor[encoding.TextMarshaler]()
)

func build(t reflect.Type) encoder {
	switch {
	case t == reflect.TypeFor[uuid.UUID]():
		return appendUUID
	case t == reflect.TypeFor[time.Time]():
		return appendTime
	case t == reflect.TypeFor[json.RawMessage]():
		return appendRaw
	case t.Kind() == reflect.Pointer: // before the marshalers: their methods cannot be called on a nil pointer
		if Marshals(t) && !Marshals(t.Elem()) { // a method of the pointer alone
			return func(dst []byte, v reflect.Value) ([]byte, error) {
				if v.IsNil() {
					return append(dst, "null"...), nil
				}
				return appendAny(dst, v)
			}
		}
		return pointer(t)
	case t.Implements(appenderType):
		return appendAppender
	case t.Implements(jsonType):
		return appendAny
	case t.Implements(textType):
		return appendMarshaledText
	}
	switch t.Kind() {
	case reflect.String:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return String(dst, v.String()), nil }
	case reflect.Bool:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(dst, v.Bool()), nil }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(dst, v.Int(), 10), nil }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return strconv.AppendUint(dst, v.Uint(), 10), nil }
	case reflect.Struct:
		return objectOf(t).append
	case reflect.Slice, reflect.Array:
		return list(t)
	default: // interfaces, maps, floats: rare in records
		return appendAny
	}
}

// Marshals reports whether a type has an encoder of its own.
func Marshals(t reflect.Type) bool {
	return t.Implements(appenderType) || t.Implements(jsonType) || t.Implements(textType)
}

func pointer(t reflect.Type) encoder {
	elem := encoderOf(t.Elem())
	return func(dst []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(dst, "null"...), nil
		}
		return elem(dst, v.Elem())
	}
}

func list(t reflect.Type) encoder {
	if t.Elem().Kind() == reflect.Uint8 && t.Kind() == reflect.Slice {
		return func(dst []byte, v reflect.Value) ([]byte, error) {
			return append(base64.StdEncoding.AppendEncode(append(dst, '"'), v.Bytes()), '"'), nil
		}
	}
	elem := encoderOf(t.Elem())
	return func(dst []byte, v reflect.Value) (_ []byte, err error) {
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = elem(dst, v.Index(i)); err != nil {
				return dst, err
			}
		}
		return append(dst, ']'), nil
	}
}

// get returns the value without a heap copy if v is addressable, so pass records by pointer.
func get[T any](v reflect.Value) T {
	if v.CanAddr() {
		return *v.Addr().Interface().(*T)
	}
	return v.Interface().(T)
}

func appendUUID(dst []byte, v reflect.Value) ([]byte, error) {
	return UUID(dst, get[uuid.UUID](v)), nil
}

// UUID appends an id in quotes.
func UUID(dst []byte, id uuid.UUID) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for i, b := range id {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			dst = append(dst, '-')
		}
		dst = append(dst, digits[b>>4], digits[b&15])
	}
	return append(dst, '"')
}

func appendTime(dst []byte, v reflect.Value) ([]byte, error) {
	return Time(dst, get[time.Time](v)), nil
}

// Time appends an instant in quotes, as RFC 3339.
func Time(dst []byte, t time.Time) []byte {
	return append(t.AppendFormat(append(dst, '"'), time.RFC3339Nano), '"')
}

func appendRaw(dst []byte, v reflect.Value) ([]byte, error) {
	if v.Len() == 0 {
		return append(dst, "null"...), nil
	}
	return append(dst, v.Bytes()...), nil
}

func appendAppender(dst []byte, v reflect.Value) ([]byte, error) {
	if v.CanAddr() {
		v = v.Addr() // includes the methods of the pointer
	}
	return v.Interface().(Appender).AppendJSON(dst)
}

func appendMarshaledText(dst []byte, v reflect.Value) ([]byte, error) {
	text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	return String(dst, string(text)), err
}

// appendAny leaves the value to encoding/json.
func appendAny(dst []byte, v reflect.Value) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v.Interface()); err != nil {
		return dst, err
	}
	return b.Bytes()[:b.Len()-1], nil // without the line end
}
