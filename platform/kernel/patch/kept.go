package patch

import (
	"encoding/json"
	"strconv"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// Kept are the keys of a merge patch that cannot be changed. They are accepted with the value that the record has, so that clients can
// send back what they have read.
type Kept []KeptKey

// KeptKey is a key that cannot be changed, with the value that the patch has.
type KeptKey struct {
	Key   string
	Code  string // of the fault when the record has another value: ReadOnly or Immutable
	Value []byte // JSON
}

// Message is the message of the fault when the record has another value.
func (k KeptKey) Message() string { return messages[k.Code] }

// The codes of a key that cannot change.
const (
	ReadOnly  = "read_only" // the service sets it
	Immutable = "immutable" // set when the record is created
	Hidden    = "null"      // null, which is shown to callers who may not see the value
)

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
	shown, err := Keys(record)
	if err != nil {
		return err
	}
	for _, sent := range k {
		if value, ok := shown[sent.Key]; !ok || !Holds(value, sent.Value) {
			errs.Add(prefix+sent.Key, sent.Code, sent.Message())
		}
	}
	return nil
}

// Keys returns the keys of a struct as JSON.
func Keys(record any) (map[string]json.RawMessage, error) {
	text, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	var keys map[string]json.RawMessage
	return keys, json.Unmarshal(text, &keys)
}

// Holds reports whether value already has everything that a merge patch, change, would set; both are JSON. Each key of an object must
// hold for the value of that key, and anything else must be equal. An empty object holds for any object and for null, and an empty list
// for null: that is how a list is shown that is nil.
func Holds(value, change []byte) bool {
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
		if of, ok := has[key]; !ok || !Holds(of, part) {
			return false
		}
	}
	return true
}

var messages = map[string]string{
	ReadOnly:  "is set by the service: send it as it was read, or leave it out",
	Immutable: "is set when the record is created and never changes: send it as it was read, or leave it out",
	Hidden:    "cannot be null",
}
