// Package apijson encodes what API clients see: the answers of the API, and the records in events.
package apijson

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// options add to the defaults of the encoder, by which a nil slice is [] and nothing is escaped for HTML: maps have their keys in order,
// and invalid UTF-8, which the database cannot hold, becomes U+FFFD.
var options = json.JoinOptions(json.Deterministic(true), jsontext.AllowInvalidUTF8(true))

// Marshal returns v as JSON. It fails for values that JSON cannot represent, such as channels and NaN.
func Marshal(v any) ([]byte, error) { return json.Marshal(v, options) }
