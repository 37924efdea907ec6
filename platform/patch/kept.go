package patch

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/jsonenc"
)

// Kept are keys of a merge patch that no patch can change. They are fine with the value that the record has, so that what was
// read can be sent back.
type Kept []KeptKey

// KeptKey is one of them.
type KeptKey struct {
	Key   string
	Code  string // of the fault when the record has another value: ReadOnly or Immutable
	Value []byte // JSON
}

// The codes of a key that cannot change.
const (
	ReadOnly  = "read_only" // the service sets it
	Immutable = "immutable" // set when the record is created
	Hidden    = "null"      // null is what those are shown who may not see the value
)

// versionKey is the key that says which version was read.
const versionKey = "version"

// Check notes the keys whose value is not that of record, a struct with JSON keys, at prefix + key. It fails with a
// version_mismatch when version is among them: whatever else differs, differs because of that.
func (k Kept) Check(version int64, record any, prefix string, errs *apperr.FieldErrors) error {
	if len(k) == 0 {
		return nil
	}
	for _, sent := range k {
		if sent.Key == versionKey && string(sent.Value) != strconv.FormatInt(version, 10) {
			return apperr.NewVersionMismatch()
		}
	}
	shown, err := jsonenc.AppendObject(jsonenc.Object{}, record)
	if err != nil {
		return err
	}
	for _, sent := range k {
		at := slices.IndexFunc(shown.Keys, func(key jsonenc.Key) bool { return key.Name == sent.Key })
		if at >= 0 && Holds(shown.Value(at), sent.Value) {
			continue
		}
		errs.Add(prefix+sent.Key, sent.Code, messages[sent.Code])
	}
	return nil
}

// Holds reports whether a merge patch of a value, both JSON, changes nothing: each key of an object has what value has there, and
// anything else is equal. An object without keys changes no object, nor null.
func Holds(value, change []byte) bool {
	var has, sent map[string]json.RawMessage
	if json.Unmarshal(change, &sent) != nil || sent == nil {
		return jsonenc.Equal(value, change)
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
