package customerspets

import (
	"encoding/json"
	"reflect"

	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// dropUnchanged removes from a customer's patch the keys whose values equal those in shown, the record as the customer reads it. So
// customers can send back what they have read, including fields that they cannot edit, and fields that are hidden from them keep their
// values. It checks match against shown and returns what is left of it to be checked against the stored record.
func (fs fieldSet[P]) dropUnchanged(p *P, shown any, version int64, match patch.Precondition) (patch.Precondition, error) {
	if err := match.Check(version, shown); err != nil {
		return match, err
	}
	current, err := patch.Keys(shown)
	if err != nil {
		return match, err
	}
	change := reflect.ValueOf(p).Elem()
	for _, field := range fs {
		value := change.FieldByIndex(field.index)
		if f, ok := value.Addr().Interface().(patch.Key); !ok || !f.IsSet() {
			continue
		}
		text, err := json.Marshal(value.Interface())
		if err != nil {
			return match, err
		}
		switch before, ok := current[field.key]; {
		case !ok:
		case patch.Holds(asPatchJSON(value.Type(), before), text):
			value.SetZero()
		case field.key == customFields:
			dropUnchangedCustom(value.Addr().Interface().(*patch.Field[map[string]any]), before)
		}
	}
	return match.OfVersion(), nil
}

// asPatchJSON returns a value of a record as a patch field of type t writes it: phone numbers and contacts without their empty keys.
func asPatchJSON(t reflect.Type, shown []byte) []byte {
	value := reflect.New(t).Interface()
	if json.Unmarshal(shown, value) == nil {
		if text, err := json.Marshal(value); err == nil {
			return text
		}
	}
	return shown
}

// dropUnchangedCustom removes the custom fields whose values equal those in shown.
func dropUnchangedCustom(change *patch.Field[map[string]any], shown []byte) {
	var before map[string]json.RawMessage
	if json.Unmarshal(shown, &before) != nil {
		return
	}
	left := map[string]any{}
	for key, value := range change.Value {
		text, err := json.Marshal(value)
		if old, ok := before[key]; err != nil || !ok || !jsonb.Equal(old, text) {
			left[key] = value
		}
	}
	change.Value = left
}
