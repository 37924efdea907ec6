// Package schema reads JSON strictly and checks it against the limits that the tags of Go structs state.
package schema

import (
	"bytes"
	"errors"
	"io"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/petcare/petcare/platform/text"
)

// strict reads JSON the way the interface promises: names match in case, none comes twice, text is valid UTF-8, and
// instants can be written again.
var strict = jsonv2.JoinOptions(
	jsonv2.WithUnmarshalers(jsonv2.UnmarshalFunc(instant)),
	jsontext.AllowDuplicateNames(false),
	jsontext.AllowInvalidUTF8(false),
	jsonv2.MatchCaseInsensitiveNames(false),
)

var errYear = errors.New("is outside of the years 1 to 9999 in UTC")

// instant reads RFC 3339.
func instant(text []byte, t *time.Time) error {
	if err := t.UnmarshalJSON(text); err != nil || string(text) == "null" {
		return err
	}
	if !writable(*t) {
		return errYear
	}
	return nil
}

// writable reports whether an instant can be written again: its year in UTC may be another than the one that is written,
// and JSON has no word for 10000.
func writable(t time.Time) bool {
	year := t.UTC().Year()
	return year >= 1 && year <= 9999
}

// Decode reads JSON that ReadTree accepts into a struct, its text normalised, that inside of types with an
// UnmarshalJSON of their own too.
func Decode(data []byte, into any) error {
	return jsonv2.Unmarshal(Clean(data), into, strict)
}

// Clean is valid JSON with its text normalised; names of keys stay. Most JSON is clean already and comes back as it is.
func Clean(data []byte) []byte {
	if !suspect(data) {
		return data
	}
	var out bytes.Buffer
	decoder := jsontext.NewDecoder(bytes.NewReader(data), strict)
	encoder := jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true))
	for {
		kind, length := decoder.StackIndex(decoder.StackDepth())
		isName := kind == '{' && length%2 == 0
		if decoder.PeekKind() != '"' || isName {
			err := copyPart(encoder, decoder)
			if errors.Is(err, io.EOF) {
				return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
			}
			if err != nil {
				return data // broken JSON: whoever decodes it says so
			}
			continue
		}
		token, err := decoder.ReadToken()
		if err != nil {
			return data
		}
		if err := encoder.WriteToken(jsontext.String(text.Clean(token.String()))); err != nil {
			return data
		}
	}
}

// copyPart passes one token on; a number keeps its spelling.
func copyPart(to *jsontext.Encoder, from *jsontext.Decoder) error {
	if from.PeekKind() == '0' {
		value, err := from.ReadValue()
		if err != nil {
			return err
		}
		return to.WriteValue(value)
	}
	token, err := from.ReadToken()
	if err != nil {
		return err
	}
	return to.WriteToken(token)
}

// suspect reports whether any text in data may change when it is normalised: where there are escapes, characters
// beyond ASCII, or white space beside a quote within a text.
func suspect(data []byte) bool {
	inside := false
	for i, b := range data {
		switch {
		case b == '\\' || b >= 0x80:
			return true
		case b == '"':
			if inside && space(data[i-1]) {
				return true
			}
			inside = !inside
		case inside && space(b) && data[i-1] == '"':
			return true
		}
	}
	return false
}

func space(b byte) bool { return b <= ' ' }
