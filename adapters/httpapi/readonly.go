package httpapi

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// Readable describes the keys of a record that an update cannot change. A body may contain them with their current values, so that
// clients can send back what they have read.
type Readable struct {
	More      any      // a value of the type that a GET returns if it has more keys than the response of the update; nil: it has not
	Immutable []string // keys that can only be set on creation; all other keys that cannot change are set by the service
	Computed  []string // keys that change without a new version, for which any value of their type is accepted
	In        string   // the key of the body with a list of records; "": the body is the record
}

// readOnlyKeys removes the keys that an operation cannot change from a body and checks their types.
type readOnlyKeys struct {
	Readable
	types  []reflect.Type // of the responses
	shapes map[string]*schema.Shape
	hidden map[string]bool // keys that are null for customers who may not see them, but cannot be set to null
}

func (op Operation) readOnlyKeys() *readOnlyKeys {
	k := &readOnlyKeys{Readable: op.Readable}
	if op.record != nil {
		k.types = append(k.types, op.record)
	}
	if op.Readable.More != nil {
		k.types = append(k.types, reflect.TypeOf(op.Readable.More))
	}
	if len(k.types) == 0 {
		return nil
	}
	return k
}

// prepare determines the keys: those of the responses that body, the shape of an update, does not have.
func (k *readOnlyKeys) prepare(registry huma.Registry, body *schema.Shape) {
	if k == nil {
		return
	}
	if k.In != "" {
		body = body.Properties()[k.In].Items()
	}
	k.shapes, k.hidden = map[string]*schema.Shape{}, map[string]bool{}
	for _, t := range k.types {
		for key, shown := range schema.ShapeOf(registry, registry.Schema(t, true, "")).Properties() {
			switch changed := body.Properties()[key]; {
			case changed == nil:
				k.shapes[key] = shown
			case shown.TakesNull() && !changed.TakesNull():
				k.hidden[key] = true
			}
		}
	}
	body.Suggest(slices.Sorted(maps.Keys(k.shapes))...)
}

// nullAsRead marks a key that takes null only from callers to whom its record shows null, because they may not see it.
const nullAsRead = "x-null-as-read"

// document adds the keys to the body in the document, which is not validated by it.
func (k *readOnlyKeys) document(registry huma.Registry, bodyType reflect.Type) {
	if k == nil {
		return
	}
	body := registry.SchemaFromRef(registry.Schema(bodyType, true, "").Ref)
	if k.In != "" {
		body = registry.SchemaFromRef(body.Properties[k.In].Items.Ref)
	}
	for _, t := range k.types {
		for key, shown := range registry.SchemaFromRef(registry.Schema(t, true, "").Ref).Properties {
			changed := body.Properties[key]
			switch {
			case changed == nil && k.shapes[key] != nil:
				readOnly := *shown
				readOnly.ReadOnly, body.Properties[key] = true, &readOnly
			case k.hidden[key] && changed.Type != "" && !changed.Nullable:
				changed.Nullable, changed.Extensions = true, map[string]any{nullAsRead: true}
				changed.Description = strings.TrimPrefix(changed.Description+"; null only if it was read as null", "; ")
				if len(changed.Enum) > 0 {
					changed.Enum = append(slices.Clip(changed.Enum), nil)
				}
			}
		}
	}
}

// take removes the keys from a body and returns them for each record in it.
func (k *readOnlyKeys) take(body any, by caller.Caller, faults *schema.Faults) []patch.Kept {
	object, ok := body.(map[string]any)
	switch {
	case k == nil || !ok:
		return nil
	case k.In == "":
		return []patch.Kept{k.takeRecord("body", object, by, faults)}
	}
	list, _ := object[k.In].([]any)
	kept := make([]patch.Kept, len(list))
	for i := range list {
		if record, ok := list[i].(map[string]any); ok {
			kept[i] = k.takeRecord("body."+k.In+"["+strconv.Itoa(i)+"]", record, by, faults)
		}
	}
	return kept
}

func (k *readOnlyKeys) takeRecord(at string, record map[string]any, by caller.Caller, faults *schema.Faults) patch.Kept {
	var kept patch.Kept
	for _, key := range slices.Sorted(maps.Keys(record)) {
		shape, value := k.shapes[key], record[key]
		isHidden := shape == nil && value == nil && k.hidden[key] && by.IsCustomer()
		if shape == nil && !isHidden {
			continue
		}
		delete(record, key)
		code, found := patch.ReadOnly, schema.Faults{}
		switch {
		case isHidden:
			code = patch.Hidden
		case slices.Contains(k.Immutable, key):
			code = patch.Immutable
		}
		if shape != nil {
			found = wrongType(shape, at+"."+key, value)
			value = asShown(shape, value)
		}
		switch isComputed := slices.Contains(k.Computed, key); {
		case found.Any() && (isComputed || key == "version"): // another version is a 412, but this is none
			faults.Join(found)
		case found.Any(): // no record has such a value
			faults.Add(at+"."+key, code, patch.Messages[code])
		case !isComputed:
			if text, err := json.Marshal(value); err == nil {
				kept = append(kept, patch.KeptKey{Key: key, Code: code, Value: text})
			}
		}
	}
	return kept
}

// wrongType validates a value, but not its limits, which only hold for what clients set. It accepts objects without some of their keys,
// because an older client does not know all of them.
func wrongType(shape *schema.Shape, at string, value any) schema.Faults {
	found := shape.Check(at, value)
	found.List = slices.DeleteFunc(found.List, func(f apperr.FieldError) bool {
		return f.Code == "required" || f.Code == "not_unique" || strings.HasPrefix(f.Code, "too_")
	})
	return found
}

// asShown returns a value as responses contain it: ids in lower case, instants in UTC.
func asShown(shape *schema.Shape, value any) any {
	if object, ok := value.(map[string]any); ok {
		for key, of := range shape.Properties() {
			if v, given := object[key]; given {
				object[key] = asShown(of, v)
			}
		}
	}
	text, ok := value.(string)
	if !ok {
		return value
	}
	switch shape.Format() {
	case "uuid":
		if id, ok := ids.Parse(text); ok {
			return id.String()
		}
	case "date-time":
		if at, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text)); err == nil {
			return at.UTC().Format(time.RFC3339Nano)
		}
	}
	return value
}

// KeptOf returns, for each record in the body, the keys that the operation cannot change.
func KeptOf(ctx context.Context) []patch.Kept { return requestOf(ctx).kept }
