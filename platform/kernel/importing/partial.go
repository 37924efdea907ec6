package importing

import (
	"reflect"
	"strings"
	"sync"
)

// fields are the indexes of a record's fields by their JSON keys, by type.
var fields sync.Map

func fieldsOf(t reflect.Type) map[string][]int {
	if known, ok := fields.Load(t); ok {
		return known.(map[string][]int)
	}
	list := map[string][]int{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" && f.IsExported() && !f.Anonymous {
			list[name] = f.Index
		}
	}
	fields.Store(t, list)
	return list
}

// compare gives a record its values before the change for the keys that a partial line keeps, and notes the keys that lose a value.
func compare[L, R any](line Record[L], before, after *R) {
	was, is, ofLine := reflect.ValueOf(before).Elem(), reflect.ValueOf(after).Elem(), fieldsOf(reflect.TypeFor[L]())
	for key, at := range fieldsOf(was.Type()) {
		from, to := was.FieldByIndex(at), is.FieldByIndex(at)
		name := key
		if _, ok := ofLine[name]; !ok {
			name = lineKey(key)
		}
		if _, ok := ofLine[name]; ok && line.Keeps(name) {
			to.Set(from)
		} else if cleared := line.Cleared; cleared != nil && isEmpty(to) && !isEmpty(from) {
			*cleared = append(*cleared, key)
		}
	}
}

// Deriver is a record with columns that follow from others. Upsert has them set when the values of a line are in the record.
type Deriver interface{ Derive() }

// lineKey is the key of a line that names the records whose ids are in a key of a record: customer for customer_id, taxes for tax_ids.
func lineKey(key string) string {
	if one, ok := strings.CutSuffix(key, "_id"); ok {
		return one
	}
	many, ok := strings.CutSuffix(key, "_ids")
	switch {
	case !ok:
		return key
	case strings.HasSuffix(many, "x"):
		return many + "es"
	case strings.HasSuffix(many, "y"):
		return strings.TrimSuffix(many, "y") + "ies"
	}
	return many + "s"
}

func isEmpty(v reflect.Value) bool {
	if text, ok := v.Interface().(interface{ Text() []byte }); ok {
		switch string(text.Text()) {
		case "", "null", "[]", "{}":
			return true
		}
		return false
	}
	return v.IsZero() && v.Kind() != reflect.Bool && v.Kind() != reflect.Int && v.Kind() != reflect.Int64
}
