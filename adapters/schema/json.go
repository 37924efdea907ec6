// Package schema reads JSON strictly and checks it against the limits that the tags of Go structs state.
package schema

import (
	"bytes"
	"errors"
	"fmt"
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

// instant reads RFC 3339. Its year in UTC may be another than the one that is written, and JSON has no word for 10000.
func instant(text []byte, t *time.Time) error {
	if err := t.UnmarshalJSON(text); err != nil || string(text) == "null" {
		return err
	}
	if year := t.UTC().Year(); year < 1 || year > 9999 {
		return errYear
	}
	return nil
}

// ReadTree reads JSON into maps, lists and plain values for Check, its text normalised (NFC, trimmed). An error says
// where the JSON breaks without repeating what was sent: it may hold a password.
func ReadTree(data []byte) (any, error) {
	var tree any
	if err := jsonv2.Unmarshal(data, &tree, strict); err != nil {
		return nil, malformed(err)
	}
	return cleaned(tree), nil
}

// Decode reads JSON that ReadTree accepts into a struct, its text normalised, that inside of types with an
// UnmarshalJSON of their own too.
func Decode(data []byte, into any) error {
	return jsonv2.Unmarshal(Clean(data), into, strict)
}

// notText stands in the tree for text that cannot be stored: it passes for no type, so validation refuses it by name.
type notText struct{}

func cleaned(v any) any {
	switch v := v.(type) {
	case string:
		if !text.Valid(v) {
			return notText{}
		}
		return text.Clean(v)
	case []any:
		for i := range v {
			v[i] = cleaned(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = cleaned(v[k])
		}
	}
	return v
}

func malformed(err error) error {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return fmt.Errorf("the key %.100q is there twice", syntactic.JSONPointer.LastToken())
		}
		return fmt.Errorf("malformed at byte %d", syntactic.ByteOffset)
	}
	return errors.New("malformed")
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
