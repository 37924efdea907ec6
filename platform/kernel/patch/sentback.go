package patch

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// Clients may send back what they have read, with the keys that they cannot change. All that is sent back is compared with the JSON of the
// record in one way, by holds.

// Kept are the keys of a merge patch that it cannot change. They are accepted with the values that the record has.
type Kept []KeptKey

// KeptKey is a key that cannot be changed, with the value that the patch has.
type KeptKey struct {
	Key   string
	Code  string // of the fault when the record has another value: ReadOnly, Immutable or Hidden
	Value []byte // JSON
}

// The codes of a key that cannot change.
const (
	ReadOnly  = "read_only" // the service sets it
	Immutable = "immutable" // set when the record is created
	Hidden    = "null"      // null, which is shown to callers who may not see the value
)

// Messages are the messages of faults by code.
var Messages = map[string]string{
	ReadOnly:  "is set by the service: send it as it was read, or leave it out",
	Immutable: "is set when the record is created and never changes: send it as it was read, or leave it out",
	Hidden:    "cannot be null",
}

// versionKey is the key that says which version was read.
const versionKey = "version"

// Check adds a fault for each key whose value differs from that of record, a struct with JSON keys. prefix precedes the keys in faults.
// If the key version differs, it returns a version_mismatch instead, because that explains all other differences.
func (k Kept) Check(version int64, record any, prefix string, errs *apperr.FieldErrors) error {
	if len(k) == 0 {
		return nil
	}
	for _, sent := range k {
		if sent.Key == versionKey && string(sent.Value) != strconv.FormatInt(version, 10) {
			return apperr.NewVersionMismatch()
		}
	}
	shown, err := keysOf(record)
	if err != nil {
		return err
	}
	for _, sent := range k {
		if value, ok := shown[sent.Key]; !ok || !holds(value, sent.Value) {
			errs.Add(prefix+sent.Key, sent.Code, Messages[sent.Code])
		}
	}
	return nil
}

// SentBack is for callers who see only a part of a record, and may change even less of it. It checks m against shown, which is the record
// as they see it, and removes from change, a pointer to a struct of Fields, what shown has already. So what is hidden from them keeps its
// value. It returns what is left of m to be checked against the stored record.
func (m Precondition) SentBack(version int64, shown, change any) (Precondition, error) {
	if err := m.Check(version, shown); err != nil {
		return m, err
	}
	m.kept = slices.DeleteFunc(slices.Clone(m.kept), func(k KeptKey) bool { return k.Key != versionKey })
	keys, err := keysOf(shown)
	if err != nil {
		return m, err
	}
	fields := reflect.ValueOf(change).Elem()
	for key, of := range jsonb.Fields(fields.Type()) {
		shown, ok := keys[key]
		if !ok {
			continue
		}
		if field, ok := fields.FieldByIndex(of.Index).Addr().Interface().(interface{ drop(shown []byte) error }); ok {
			if err := field.drop(shown); err != nil {
				return m, err
			}
		}
	}
	return m, nil
}

// drop makes the key absent if shown has its value already. Of a map it removes the entries that shown has.
func (f *Field[T]) drop(shown []byte) error {
	if !f.Set {
		return nil
	}
	sent, err := json.Marshal(f)
	if err != nil {
		return err
	}
	var same Field[T] // as a patch writes it: without the empty keys of phone numbers and contacts
	if json.Unmarshal(shown, &same) == nil {
		if text, err := json.Marshal(same); err == nil && holds(text, sent) {
			*f = Field[T]{}
			return nil
		}
	}
	if entries, ok := any(f.Value).(map[string]any); ok {
		before, err := keysOf(json.RawMessage(shown))
		left := maps.Clone(entries)
		maps.DeleteFunc(left, func(key string, value any) bool {
			text, errValue := json.Marshal(value)
			old, ok := before[key]
			return err == nil && errValue == nil && ok && jsonb.Equal(old, text)
		})
		f.Value = any(left).(T)
	}
	return nil
}

// keysOf returns the keys of a value, which is an object as JSON.
func keysOf(v any) (keys map[string]json.RawMessage, err error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return keys, json.Unmarshal(text, &keys)
}

// holds reports whether value already has everything that a merge patch, change, would set; both are JSON. Each key of an object must
// hold for the value of that key, and anything else must be equal. An empty object holds for any object and for null, and an empty list
// for null: that is how a list is shown that is nil.
func holds(value, change []byte) bool {
	if string(value) == "null" && string(change) == "[]" {
		return true
	}
	var has, sent map[string]json.RawMessage
	if json.Unmarshal(change, &sent) != nil || sent == nil {
		return jsonb.Equal(value, change)
	}
	if json.Unmarshal(value, &has) != nil {
		return false
	}
	for key, part := range sent {
		if of, ok := has[key]; !ok || !holds(of, part) {
			return false
		}
	}
	return true
}
