package customerspets

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/patch"
)

// keys are the JSON keys of a record or a patch and the fields that hold them, taken once at start: whatever forms have to
// say of a key then needs no list of keys of its own.
type keys[T any] []key

type key struct {
	name  string
	index []int
}

func keysOf[T any]() keys[T] {
	var list keys[T]
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			list = append(list, key{name, f.Index})
		}
	}
	return list
}

// sent are the keys of a patch that are there.
type sent struct {
	null   map[string]bool // by key: whether it is null
	asks   bool            // a record may lose a value, or need one that it did not
	custom patch.Field[map[string]any]
	isNew  bool // the record is made from the patch
}

const customFields = "custom_fields"

func (k keys[T]) sent(p *T, isNew bool) sent {
	s := sent{null: map[string]bool{}, isNew: isNew}
	v := reflect.ValueOf(p).Elem()
	for _, key := range k {
		f, ok := v.FieldByIndex(key.index).Addr().Interface().(patch.Key)
		if !ok || !f.IsSet() {
			continue
		}
		s.null[key.name] = f.IsNull()
		s.asks = s.asks || f.MayClear()
		if key.name == customFields {
			s.custom = *f.(*patch.Field[map[string]any])
		}
	}
	return s
}

// asWhole is what a line sends that says all of a record: the keys that it leaves out, too, where before has a value,
// and those of custom fields.
func (k keys[R]) asWhole(s sent, before *R) sent {
	for _, key := range k {
		if _, ok := s.null[key.name]; !ok && k.filled(before, key.name) {
			s.null[key.name] = false
		}
	}
	if !s.custom.Null {
		all := maps.Clone(k.custom(before))
		maps.Copy(all, s.custom.Value)
		s.custom = patch.Of(all)
	}
	return s
}

// filled reports whether a record has a value; of a key that it does not show nobody can tell, so it has.
func (k keys[R]) filled(r *R, name string) bool {
	i := slices.IndexFunc(k, func(key key) bool { return key.name == name })
	if i < 0 {
		return true
	}
	v := reflect.ValueOf(r).Elem().FieldByIndex(k[i].index)
	if v.Kind() == reflect.Pointer {
		return !v.IsNil()
	}
	if j, ok := v.Addr().Interface().(interface{ Text() []byte }); ok {
		return !slices.Contains([]string{"null", `""`, "[]", "{}"}, string(j.Text()))
	}
	return !v.IsZero()
}

// custom are the custom values of a record.
func (k keys[R]) custom(r *R) map[string]any {
	i := slices.IndexFunc(k, func(key key) bool { return key.name == customFields })
	return reflect.ValueOf(r).Elem().FieldByIndex(k[i].index).Interface().(jsonb.Of[map[string]any]).Get()
}
