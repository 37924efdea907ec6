package customerspets

import (
	"encoding/json"
	"reflect"

	"github.com/petcare/petcare/platform/jsonenc"
	"github.com/petcare/petcare/platform/patch"
)

// unsent takes the keys out of a customer's change that hold what shown, the record as the customer reads it, has: what was read
// can be sent back, whole or in part, with the keys that the form does not open, and what the customer is not shown stays. The keys that
// nobody can change are compared with shown too; what is left of match is for the row that Update reads.
func (k keys[P]) unsent(p *P, shown any, version int64, match patch.Precondition) (patch.Precondition, error) {
	if err := match.Check(version, shown); err != nil {
		return match, err
	}
	sent, err := jsonenc.AppendObject(jsonenc.Object{}, shown)
	if err != nil {
		return match, err
	}
	change := reflect.ValueOf(p).Elem()
	for _, key := range k {
		field := change.FieldByIndex(key.index)
		if f, ok := field.Addr().Interface().(patch.Key); !ok || !f.IsSet() {
			continue
		}
		text, err := json.Marshal(field.Interface())
		if err != nil {
			return match, err
		}
		for i := range sent.Keys {
			if sent.Keys[i].Name != key.name {
				continue
			}
			if patch.Holds(asSent(field, sent.Value(i)), text) {
				field.SetZero()
			} else if key.name == customFields {
				unsentCustom(field.Addr().Interface().(*patch.Field[map[string]any]), sent.Value(i))
			}
		}
	}
	return match.OfVersion(), nil
}

// asSent is a value of a record as its key in a change spells it, which leaves out what is empty in phone numbers and contacts.
func asSent(key reflect.Value, shown []byte) []byte {
	back := reflect.New(key.Type()).Interface()
	if json.Unmarshal(shown, back) == nil {
		if text, err := json.Marshal(back); err == nil {
			return text
		}
	}
	return shown
}

// unsentCustom takes the custom values out of a change that hold what is shown.
func unsentCustom(change *patch.Field[map[string]any], shown []byte) {
	var before map[string]json.RawMessage
	if json.Unmarshal(shown, &before) != nil {
		return
	}
	left := map[string]any{}
	for key, value := range change.Value {
		text, err := json.Marshal(value)
		if old, ok := before[key]; err != nil || !ok || !jsonenc.Equal(old, text) {
			left[key] = value
		}
	}
	change.Value = left
}
