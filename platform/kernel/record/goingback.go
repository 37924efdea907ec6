package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// object is a JSON object, of which null is an empty one.
type object map[string]json.RawMessage

func objectOf(text json.RawMessage) (object, error) {
	o := object{}
	if len(text) == 0 {
		return o, nil
	}
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, fmt.Errorf("read an event: %w", err)
	}
	return o, nil
}

// setting is a key that an event has set. Of an object such as custom_fields, it is a key in it, so that two who set different ones do not
// clash.
type setting struct {
	key, inner string // inner may be ""
	old, new   json.RawMessage
}

func (s setting) name() string {
	if s.inner == "" {
		return s.key
	}
	return s.key + "." + s.inner
}

// meets reports whether two settings are of the same value, or one of a part of the other.
func (s setting) meets(other setting) bool {
	return s.key == other.key && (s.inner == other.inner || s.inner == "" || other.inner == "")
}

// settings are the keys that an event has set, sorted.
func settings(e events.Stored) ([]setting, error) {
	before, err := objectOf(e.Previous)
	if err != nil || len(before) == 0 {
		return nil, err
	}
	after, err := objectOf(e.Object)
	var list []setting
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if !isObject(before[key]) || !isObject(after[key]) {
			list = append(list, setting{key, "", before[key], after[key]})
			continue
		}
		old, wrong := objectOf(before[key])
		now, alsoWrong := objectOf(after[key])
		if wrong != nil || alsoWrong != nil {
			return nil, wrong
		}
		all := maps.Clone(old)
		maps.Copy(all, now)
		for _, inner := range slices.Sorted(maps.Keys(all)) {
			if !same(old[inner], now[inner]) {
				list = append(list, setting{key, inner, old[inner], now[inner]})
			}
		}
	}
	return list, err
}

func isObject(text json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) }

// same compares two values, of which one that is absent is null.
func same(a, b json.RawMessage) bool {
	null := json.RawMessage("null")
	if a == nil {
		a = null
	}
	if b == nil {
		b = null
	}
	return jsonb.Equal(a, b)
}

// at is the value of a setting's key in a record.
func (o object) at(s setting) json.RawMessage {
	if s.inner == "" {
		return o[s.key]
	}
	in, err := objectOf(o[s.key])
	if err != nil {
		return nil
	}
	return in[s.inner]
}

// set puts the old value of a setting into a record.
func (o object) set(s setting) error {
	if s.inner == "" {
		o[s.key] = s.old
		return nil
	}
	in, err := objectOf(o[s.key])
	if err != nil {
		return err
	}
	if in[s.inner] = s.old; s.old == nil {
		delete(in, s.inner)
	}
	o[s.key], err = json.Marshal(in)
	return err
}

// mergePatch is a JSON merge patch that puts the old values back.
func mergePatch(list []setting) (json.RawMessage, error) {
	patch := map[string]any{}
	for _, s := range list {
		old := s.old
		if old == nil {
			old = json.RawMessage("null")
		}
		if s.inner == "" {
			patch[s.key] = old
			continue
		}
		in, ok := patch[s.key].(map[string]json.RawMessage)
		if !ok {
			in = map[string]json.RawMessage{}
			patch[s.key] = in
		}
		in[s.inner] = old
	}
	return json.Marshal(patch)
}

// name is what people call a record, as far as its keys tell.
func (o object) name() *string {
	text := func(key string) (s string) {
		_ = json.Unmarshal(o[key], &s) // another type is no name
		return s
	}
	name := strings.TrimSpace(text("first_name") + " " + text("last_name"))
	for _, key := range []string{"name", "label", "title", "number"} {
		if name == "" {
			name = text(key)
		}
	}
	if name == "" && isObject(o["type"]) {
		if in, err := objectOf(o["type"]); err == nil {
			return in.name()
		}
	}
	if name == "" {
		return nil
	}
	return &name
}

// NameOf is what people call the record of an event, or nil.
func NameOf(text json.RawMessage) *string {
	o, err := objectOf(text)
	if err != nil {
		return nil
	}
	return o.name()
}

// storedKeys are the JSON keys of R whose values are stored, with their fields: neither those that are computed nor those of Meta.
func storedKeys[R any]() map[string][]int {
	keys := map[string][]int{}
	for key, f := range jsonb.Fields(reflect.TypeFor[R]()) {
		if column := f.Tag.Get("gorm"); column != "-" && !strings.HasPrefix(column, "->") {
			keys[key] = f.Index
		}
	}
	for _, own := range []string{"id", "account_id", "created_at", "updated_at", "version"} {
		delete(keys, own)
	}
	return keys
}
