package httpapi

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/patch"
)

// Readable is what an operation that changes a record knows of the keys that it cannot change. They are taken when they hold what
// the record has, so that what was read can be sent back.
type Readable struct {
	More      any      // a value of what reading shows, where that has more keys than the answer of the operation; nil: it has not
	Immutable []string // keys that are set when the record is created; the other keys that cannot change are the service's
	Computed  []string // keys that change without the version: any value of the right type is taken
	In        string   // the key of the body whose entries are records; "": the body is the record
}

// keeping takes the keys that an operation cannot change out of a body and checks their types.
type keeping struct {
	Readable
	types  []reflect.Type // of what reading shows
	shapes map[string]*schema.Shape
	hidden map[string]bool // keys that show null to customers who may not see them, and cannot be changed to null
}

func (op Operation) keeping() *keeping {
	k := &keeping{Readable: op.Readable}
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

// prepare finds the keys: those of the records that body, the shape of a change of one, does not have.
func (k *keeping) prepare(registry huma.Registry, body *schema.Shape) {
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
}

// take takes the keys out of a body, one list for each record in it.
func (k *keeping) take(body any, by caller.Caller, faults *schema.Faults) []patch.Kept {
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
			kept[i] = k.takeRecord("body."+k.In+"["+itoa(i)+"]", record, by, faults)
		}
	}
	return kept
}

func (k *keeping) takeRecord(at string, record map[string]any, by caller.Caller, faults *schema.Faults) patch.Kept {
	var kept patch.Kept
	for _, key := range slices.Sorted(maps.Keys(record)) {
		shape, value := k.shapes[key], record[key]
		if value == nil && k.hidden[key] && by.IsCustomer() {
			delete(record, key)
			kept = append(kept, patch.KeptKey{Key: key, Code: patch.Hidden, Value: []byte("null")})
			continue
		}
		if shape == nil {
			continue
		}
		delete(record, key)
		found := shape.Check(at+"."+key, value)
		// A client that knows fewer keys of what an object shows sends fewer.
		found.List = slices.DeleteFunc(found.List, func(f apperr.FieldError) bool { return f.Code == "required" })
		if found.Any() {
			faults.Join(found)
			continue
		}
		if slices.Contains(k.Computed, key) {
			continue
		}
		code := patch.ReadOnly
		if slices.Contains(k.Immutable, key) {
			code = patch.Immutable
		}
		if text, err := json.Marshal(asShown(shape, value)); err == nil {
			kept = append(kept, patch.KeptKey{Key: key, Code: code, Value: text})
		}
	}
	return kept
}

// asShown is a value as answers write it: ids in lower case, instants in UTC.
func asShown(shape *schema.Shape, value any) any {
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

// KeptOf are the keys of the records in the body that the operation cannot change.
func KeptOf(ctx context.Context) []patch.Kept { return requestOf(ctx).kept }
