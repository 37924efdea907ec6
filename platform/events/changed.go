package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Changed returns the keys of before whose values differ in after, with their old values, as the "previous" of an
// event shows them. The bookkeeping keys version and updated_at are left out: they change with every change.
func Changed(before, after any) (map[string]json.RawMessage, error) {
	was, err := keysOf(before)
	if err != nil {
		return nil, err
	}
	is, err := keysOf(after)
	if err != nil {
		return nil, err
	}
	changed := map[string]json.RawMessage{}
	for i, old := range was {
		if bookkeeping := string(old.name) == `"version"` || string(old.name) == `"updated_at"`; bookkeeping || same(old.value, is.value(i, old.name)) {
			continue
		}
		var name string
		if err := json.Unmarshal(old.name, &name); err != nil {
			return nil, fmt.Errorf("read a key of %T: %w", before, err)
		}
		changed[name] = old.value
	}
	return changed, nil
}

// Same reports whether two records look the same to the API, bookkeeping keys aside: a change that leaves them the
// same is no change, bumps no version and records no event.
func Same(before, after any) (bool, error) {
	changed, err := Changed(before, after)
	return len(changed) == 0, err
}

// key is one key of a record and its value, both as they are encoded.
type key struct{ name, value []byte }

type keys []key

// keysOf encodes a record and cuts it into its keys; the values are not decoded, since nearly all of them turn out equal.
func keysOf(object any) (keys, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", object, err)
	}
	if text[0] != '{' {
		return nil, fmt.Errorf("%T is no object", object)
	}
	list := make(keys, 0, 32)
	for at := 1; text[at] == '"'; {
		colon := ended(text, at)
		comma := ended(text, colon+1)
		list = append(list, key{text[at:colon], text[colon+1 : comma]})
		if text[comma] == '}' {
			break
		}
		at = comma + 1
	}
	return list, nil
}

// ended is where the name or value that begins at from has ended: at the colon, comma or brace behind it. The text is
// what json.Marshal makes, valid and without white space.
func ended(text []byte, from int) int {
	depth, quoted := 0, false
	for i := from; ; i++ {
		switch c := text[i]; {
		case c == '\\':
			i++ // what follows ends nothing
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case depth > 0 && (c == '}' || c == ']'):
			depth--
		case depth == 0 && (c == ':' || c == ',' || c == '}'):
			return i
		}
	}
}

// value is the value of a name, nil when there is none. Records of one type have their keys in one order, so it is most
// likely the i-th.
func (k keys) value(i int, name []byte) []byte {
	if i < len(k) && bytes.Equal(k[i].name, name) {
		return k[i].value
	}
	for _, other := range k {
		if bytes.Equal(other.name, name) {
			return other.value
		}
	}
	return nil
}

// same compares two JSON values by meaning: a value that went through the database may have other key orders.
func same(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}
