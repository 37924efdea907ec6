package paging

import (
	"encoding/json"
	"reflect"
	"time"
)

const (
	// maxBytes limits the items of a page, as JSON, except for a single larger one; the page ends early. A response has at most 8 MiB; the
	// rest is for what lists show beside the records.
	maxBytes = 7 << 20
	// small is how large the texts of a page may be without a look at its JSON: a control character becomes six characters.
	small = maxBytes / 7
)

// fitting is how many of the items fit into a page.
func fitting[T any](items []T) int {
	texts := 0
	for i := range items {
		texts += textOf(reflect.ValueOf(&items[i]).Elem())
	}
	if texts <= small {
		return len(items)
	}
	bytes := 0
	for i := range items {
		text, err := json.Marshal(&items[i])
		if bytes += len(text); err == nil && bytes > maxBytes {
			return max(i, 1)
		}
	}
	return len(items)
}

// textOf is the length of the texts in a value.
func textOf(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return v.Len()
		}
		for i := range v.Len() {
			n += textOf(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() && v.Type() != reflect.TypeFor[*time.Location]() {
			return textOf(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += textOf(v.Field(i))
		}
	}
	return n
}
