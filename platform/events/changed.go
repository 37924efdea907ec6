package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
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
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))
	if _, err := d.ReadToken(); err != nil {
		return nil, fmt.Errorf("read %T as an object: %w", object, err)
	}
	// What is read is good until the next read only, so it is cut out of the text.
	next := func() ([]byte, error) {
		value, err := d.ReadValue()
		end := d.InputOffset()
		return text[end-int64(len(value)) : end], err
	}
	list := make(keys, 0, 32)
	for d.PeekKind() == '"' {
		name, err := next()
		if err != nil {
			return nil, fmt.Errorf("read %T as an object: %w", object, err)
		}
		value, err := next()
		if err != nil {
			return nil, fmt.Errorf("read %T as an object: %w", object, err)
		}
		list = append(list, key{name, value})
	}
	return list, nil
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
