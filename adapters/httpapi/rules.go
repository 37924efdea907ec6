package httpapi

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"

	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// Ruled is a body with rules that its schema cannot describe, such as a last day before the first one, and that need neither stored data
// nor the account. Their faults are reported together with those of the schema, before the operation runs; services call the same method,
// because the import and other callers do not come through here. If the schema finds faults, the rules see the body without the keys that
// have one: a fault that depends on the absence of another key names it (apperr.FieldErrors.AddWith).
type Ruled interface{ Faults() apperr.FieldErrors }

// Rules find the faults of a body, a pointer to its type, in place of the method Faults.
type Rules func(body any) apperr.FieldErrors

// RulesOf are the rules of bodies of type B that a service finds.
func RulesOf[B any](faults func(B) apperr.FieldErrors) Rules {
	return func(body any) apperr.FieldErrors { return faults(*body.(*B)) }
}

func rulesOf(op Operation, body reflect.Type) Rules {
	if op.Rules == nil && body != nil && reflect.PointerTo(body).Implements(reflect.TypeFor[Ruled]()) {
		return func(body any) apperr.FieldErrors { return body.(Ruled).Faults() }
	}
	return op.Rules
}

// faultyKeys returns the top-level keys of a body that have a fault. It fails if not all of them are known.
func faultyKeys(faults schema.Faults) (map[string]bool, bool) {
	keys := map[string]bool{}
	for _, f := range faults.List {
		at, isKey := strings.CutPrefix(f.Field, "body.")
		if !isKey {
			return nil, false
		}
		keys[apperr.TopLevel(at)] = true
	}
	return keys, faults.More == 0
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
