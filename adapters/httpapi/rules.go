package httpapi

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/apperr"
)

// Rules find the faults of a decoded body that its schema cannot describe, such as a last day before the first one. They need neither
// stored data nor the account: their faults are reported together with those of the schema, before the operation runs. Services check
// them again with the same function, because the import and other callers do not come through here.
type Rules func(body any) apperr.FieldErrors

// RulesOf returns the rules of a body of type B. They also run if the schema finds faults, then without the keys that have one: a fault
// that depends on the absence of another key names it (apperr.FieldErrors.AddWith).
func RulesOf[B any](faults func(B) apperr.FieldErrors) Rules {
	return func(body any) apperr.FieldErrors { return faults(*body.(*B)) }
}

// faultyKeys returns the top-level keys of a body that have a fault. It fails if not all of them are known.
func faultyKeys(faults schema.Faults) (map[string]bool, bool) {
	keys := map[string]bool{}
	for _, f := range faults.List {
		at, isKey := strings.CutPrefix(f.Field, "body.")
		if !isKey {
			return nil, false
		}
		keys[topLevel(at)] = true
	}
	return keys, faults.More == 0
}

func topLevel(field string) string {
	if end := strings.IndexAny(field, ".["); end >= 0 {
		return field[:end]
	}
	return field
}

// without encodes a body again, without some of its keys.
func without(keys map[string]bool, body any) ([]byte, bool) {
	object, ok := body.(map[string]any)
	if !ok {
		return nil, false
	}
	maps.DeleteFunc(object, func(key string, _ any) bool { return keys[key] })
	text, err := json.Marshal(object)
	return text, err == nil
}
