package events

import (
	"encoding/json"

	"github.com/petcare/petcare/platform/kernel/jsonenc"
)

// Previous is the "previous" object of an event: the keys whose values differ between before and after, with their old values.
// It omits version and updated_at, which change every time.
func Previous(before, after jsonenc.Object) json.RawMessage {
	out := []byte{'{'}
	for i, key := range before.Keys {
		if key.Name == "version" || key.Name == "updated_at" || jsonenc.Equal(before.Value(i), valueOf(after, i, key.Name)) {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(jsonenc.String(out, key.Name), ':'), before.Value(i)...)
	}
	return append(out, '}')
}

// Same reports whether the API shows two records alike, except for version and updated_at.
func Same(before, after any) (bool, error) {
	a, err := jsonenc.AppendObject(jsonenc.Object{}, before)
	if err != nil {
		return false, err
	}
	b, err := jsonenc.AppendObject(jsonenc.Object{}, after)
	return err == nil && len(Previous(a, b)) == len("{}"), err
}

// valueOf returns the value of a key, nil when there is none. It looks at index i first, because records of one type have their
// keys in the same order.
func valueOf(o jsonenc.Object, i int, name string) []byte {
	if i < len(o.Keys) && o.Keys[i].Name == name {
		return o.Value(i)
	}
	for k := range o.Keys {
		if o.Keys[k].Name == name {
			return o.Value(k)
		}
	}
	return nil
}
