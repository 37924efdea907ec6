package jsonenc

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// object encodes a struct. Keys are in the order of the fields; those of an embedded struct stand in its place.
type object struct{ fields []field }

type field struct {
	key       string // with quotes and colon
	name      string
	index     []int
	encode    encoder
	omitEmpty bool
	omitZero  bool
}

var objects sync.Map // reflect.Type → *object

func objectOf(t reflect.Type) *object {
	if known, ok := objects.Load(t); ok {
		return known.(*object)
	}
	o := &object{}
	o.add(t, nil)
	objects.Store(t, o)
	return o
}

func (o *object) add(t reflect.Type, outer []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		index := append(append([]int(nil), outer...), i)
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			o.add(f.Type, index)
			continue
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		name = cmp.Or(name, f.Name)
		o.fields = append(o.fields, field{
			key: string(String(nil, name)) + ":", name: name, index: index, encode: encoderOf(f.Type),
			omitEmpty: strings.Contains(options, "omitempty"), omitZero: strings.Contains(options, "omitzero"),
		})
	}
}

func (o *object) append(dst []byte, v reflect.Value) ([]byte, error) { return o.write(dst, v, nil) }

// write records in spans, unless it is nil, where the value of each key is.
func (o *object) write(dst []byte, v reflect.Value, spans func(name string, start, end int)) (_ []byte, err error) {
	dst = append(dst, '{')
	first := true
	for i := range o.fields {
		f := &o.fields[i]
		value := fieldOf(v, f.index)
		if f.omitEmpty && IsEmpty(value) || f.omitZero && isZero(value) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, f.key...)
		start := len(dst)
		if dst, err = f.encode(dst, value); err != nil {
			return dst, err
		}
		if spans != nil {
			spans(f.name, start, len(dst))
		}
	}
	return append(dst, '}'), nil
}

func fieldOf(v reflect.Value, index []int) reflect.Value {
	for _, i := range index {
		v = v.Field(i)
	}
	return v
}

// IsEmpty reports whether omitempty leaves a value out.
func IsEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() == 0
	}
	return isZero(v)
}

// isZero is false for an empty list that is not nil: it is there.
func isZero(v reflect.Value) bool {
	if v.Kind() == reflect.Pointer && v.IsNil() { // calling IsZero would panic where it is a method of the value, as in *time.Time
		return true
	}
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	return v.IsZero()
}

// Object is a struct encoded as JSON, with the positions of its values.
type Object struct {
	Text []byte // begins with the former content of dst
	Keys []Key
}

// Key is one key of an Object; its value is Text[Start:End].
type Key struct {
	Name       string
	Start, End int
}

// Value is the value of the i-th key.
func (o Object) Value(i int) []byte { return o.Text[o.Keys[i].Start:o.Keys[i].End] }

// AppendObject appends a struct to the text of dst, as Append does. Its keys take the place of those of dst.
func AppendObject(dst Object, v any) (Object, error) {
	value := reflect.Indirect(reflect.ValueOf(v))
	if value.Kind() != reflect.Struct {
		return dst, fmt.Errorf("encode %T: it is no struct", v)
	}
	keys := slices.Grow(dst.Keys[:0], value.NumField()+8)
	text, err := objectOf(value.Type()).write(dst.Text, value, func(name string, start, end int) {
		keys = append(keys, Key{name, start, end})
	})
	return Object{text, keys}, err
}
