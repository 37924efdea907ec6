// Package jsonb holds a value that the database keeps as JSON and hands it through undecoded until somebody asks.
package jsonb

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Of is a T that is kept as its JSON text. A list of 200 records shows its nested values without ever decoding them,
// which halves the cost of the list. The zero value is the zero T.
type Of[T any] struct{ text []byte }

// New encodes v. It panics when v cannot be encoded: T must be plain data.
func New[T any](v T) Of[T] {
	text, err := encode(v)
	if err != nil {
		panic(fmt.Sprintf("encode %T: %v", v, err))
	}
	return Of[T]{text}
}

// encode does not escape HTML, which makes six bytes of one.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Get decodes the value, the zero T when there is none or the text is not a T.
func (o Of[T]) Get() T {
	var v T
	if len(o.text) > 0 {
		// The text was written by New or checked by UnmarshalJSON, so it decodes.
		_ = json.Unmarshal(o.text, &v)
	}
	return v
}

// JSONType tells schema generators what the value looks like.
func (Of[T]) JSONType() reflect.Type { return reflect.TypeFor[T]() }

// Nullable tells schema generators that null is a value of its own: for pointers.
func (Of[T]) Nullable() bool { return reflect.TypeFor[T]().Kind() == reflect.Pointer }

// MarshalJSON implements json.Marshaler.
func (o Of[T]) MarshalJSON() ([]byte, error) {
	if len(o.text) > 0 {
		return o.text, nil
	}
	var v T
	return json.Marshal(v)
}

// UnmarshalJSON implements json.Unmarshaler and refuses what is not a T.
func (o *Of[T]) UnmarshalJSON(text []byte) error {
	var v T
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	o.text = bytes.Clone(text)
	return nil
}

// Text is the JSON text itself, not a copy: it must not be changed.
func (o Of[T]) Text() []byte {
	if len(o.text) > 0 {
		return slices.Clip(o.text)
	}
	var none T
	return New(none).text
}

// Keep sets the value to the JSON text of a column, without a copy: text must not be changed afterwards.
func (o *Of[T]) Keep(text []byte) { o.text = text }

// Value implements driver.Valuer.
func (o Of[T]) Value() (driver.Value, error) {
	text, err := o.MarshalJSON()
	return string(text), err
}

// Scan implements sql.Scanner.
func (o *Of[T]) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		o.text = nil
	case []byte:
		o.text = bytes.Clone(v)
	case string:
		o.text = []byte(v)
	default:
		return fmt.Errorf("read JSON from %T", src)
	}
	return nil
}

// Clear makes the value empty: [] for a list, {} for a map, else the zero T.
func (o *Of[T]) Clear() {
	switch o.text = nil; reflect.TypeFor[T]().Kind() {
	case reflect.Slice:
		o.text = []byte("[]")
	case reflect.Map:
		o.text = []byte("{}")
	}
}

// Fields are the fields of a struct type by their JSON keys, those of embedded structs included.
func Fields(of reflect.Type) map[string]reflect.StructField {
	fields := map[string]reflect.StructField{}
	for _, f := range reflect.VisibleFields(of) {
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
			fields[key] = f
		}
	}
	return fields
}
