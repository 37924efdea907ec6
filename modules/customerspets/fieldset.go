package customerspets

import (
	"maps"
	"reflect"

	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// fieldSet are the fields of a record, patch or import line by JSON key. It is made once at start, so that the code for forms needs no
// list of keys of its own.
type fieldSet[T any] map[string]reflect.StructField

func fieldsOf[T any]() fieldSet[T] { return jsonb.Fields(reflect.TypeFor[T]()) }

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
	for key, field := range fs {
		f, ok := v.FieldByIndex(field.Index).Addr().Interface().(patch.Key)
		if !ok || !f.IsSet() {
			continue
		}
		p.isNull[key] = f.IsNull()
		p.mayRemove = p.mayRemove || f.MayClear()
		if key == customFields {
			p.custom = *f.(*patch.Field[map[string]any])
		}
	}
	return p
}

// withOmitted adds the keys and custom fields that an import line omits although the record has values for them: a line gives the whole
// record, so it clears them.
func (fs fieldSet[R]) withOmitted(p presence, before *R) presence {
	for key := range fs {
		if _, ok := p.isNull[key]; !ok && fs.hasValue(before, key) {
			p.isNull[key] = false
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
	field, ok := fs[key]
	if !ok {
		return true
	}
	v := reflect.ValueOf(r).Elem().FieldByIndex(field.Index)
	if v.Kind() == reflect.Pointer {
		return !v.IsNil()
	}
	if json, ok := v.Addr().Interface().(interface{ Text() []byte }); ok {
		return !isEmpty(json.Text())
	}
	return !v.IsZero()
}

// custom returns the custom fields of a record.
func (fs fieldSet[R]) custom(r *R) map[string]any {
	return reflect.ValueOf(r).Elem().FieldByIndex(fs[customFields].Index).Interface().(jsonb.Of[map[string]any]).Get()
}
