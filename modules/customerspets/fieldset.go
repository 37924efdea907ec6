package customerspets

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// fieldSet lists the fields of a record, patch or import line by JSON key. It is made once at start, so that the code for forms needs no
// list of keys of its own.
type fieldSet[T any] []field

type field struct {
	key   string
	index []int
}

func fieldsOf[T any]() fieldSet[T] {
	var list fieldSet[T]
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
			list = append(list, field{key, f.Index})
		}
	}
	return list
}

// presence tells which keys a change has.
type presence struct {
	isNull    map[string]bool // by key; without the keys that are absent
	mayRemove bool            // the record may lose a value, or start to need one
	custom    patch.Field[map[string]any]
	isNew     bool // the change creates the record
}

const customFields = "custom_fields"

// presence returns which keys a patch or an import line has.
func (fs fieldSet[T]) presence(change *T, isNew bool) presence {
	p := presence{isNull: map[string]bool{}, isNew: isNew}
	v := reflect.ValueOf(change).Elem()
	for _, field := range fs {
		f, ok := v.FieldByIndex(field.index).Addr().Interface().(patch.Key)
		if !ok || !f.IsSet() {
			continue
		}
		p.isNull[field.key] = f.IsNull()
		p.mayRemove = p.mayRemove || f.MayClear()
		if field.key == customFields {
			p.custom = *f.(*patch.Field[map[string]any])
		}
	}
	return p
}

// withOmitted adds the keys and custom fields that an import line omits although the record has values for them: a line gives the whole
// record, so it clears them.
func (fs fieldSet[R]) withOmitted(p presence, before *R) presence {
	for _, field := range fs {
		if _, ok := p.isNull[field.key]; !ok && fs.hasValue(before, field.key) {
			p.isNull[field.key] = false
		}
	}
	if !p.custom.Null {
		all := maps.Clone(fs.custom(before))
		maps.Copy(all, p.custom.Value)
		p.custom = patch.Of(all)
	}
	return p
}

// hasValue reports whether a record has a value for a key. It is true for a key that is not in the record's JSON, such as password.
func (fs fieldSet[R]) hasValue(r *R, key string) bool {
	i := slices.IndexFunc(fs, func(f field) bool { return f.key == key })
	if i < 0 {
		return true
	}
	v := reflect.ValueOf(r).Elem().FieldByIndex(fs[i].index)
	if v.Kind() == reflect.Pointer {
		return !v.IsNil()
	}
	if json, ok := v.Addr().Interface().(interface{ Text() []byte }); ok {
		return !slices.Contains([]string{"null", `""`, "[]", "{}"}, string(json.Text()))
	}
	return !v.IsZero()
}

// custom returns the custom fields of a record.
func (fs fieldSet[R]) custom(r *R) map[string]any {
	i := slices.IndexFunc(fs, func(f field) bool { return f.key == customFields })
	return reflect.ValueOf(r).Elem().FieldByIndex(fs[i].index).Interface().(jsonb.Of[map[string]any]).Get()
}
