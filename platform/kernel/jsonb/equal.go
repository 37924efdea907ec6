package jsonb

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Equal compares two JSON values by meaning, because the database changes the order of keys and the white space.
func Equal(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}
