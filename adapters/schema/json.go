// Package schema parses JSON strictly and validates it against the schemas of Go structs.
package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
)

// strict are the options for parsing JSON: names match exactly, no name is repeated, text is valid UTF-8, instants can be
// written, and numbers of any type keep their digits.
var strict = jsonv2.JoinOptions(
	jsonv2.WithUnmarshalers(jsonv2.JoinUnmarshalers(jsonv2.UnmarshalFunc(instant), jsonv2.UnmarshalFromFunc(field),
		jsonv2.UnmarshalFromFunc(number))),
	jsontext.AllowDuplicateNames(false),
	jsontext.AllowInvalidUTF8(false),
	jsonv2.MatchCaseInsensitiveNames(false),
)

var errYear = errors.New("is outside of the years 1 to 9999 in UTC")

// instant parses RFC 3339, whose T and Z may be in lower case. It cuts the instant to what is stored, so that answers, events and the
// comparison with the stored record have the same one.
func instant(text []byte, t *time.Time) error {
	if string(text) == "null" {
		return nil
	}
	if err := t.UnmarshalJSON(bytes.ToUpper(text)); err != nil {
		return err
	}
	if !writable(*t) {
		return errYear
	}
	*t = clock.Cut(*t)
	return nil
}

// field decodes a key of a patch.
func field(from *jsontext.Decoder, f patch.Decoded) error {
	if from.PeekKind() == 'n' {
		return errors.Join(f.Decode(true, nil), from.SkipValue())
	}
	return f.Decode(false, func(into any) error { return jsonv2.UnmarshalDecode(from, into) })
}

// number keeps a number as it is given where its type is open: a float would round it.
func number(from *jsontext.Decoder, v *any) error {
	if from.PeekKind() != '0' {
		return errors.ErrUnsupported // as it is without this function
	}
	digits, err := from.ReadValue()
	*v = json.Number(digits)
	return err
}

// writable reports whether an instant can be encoded. In UTC its year may be another one, and JSON cannot represent the year 10000.
func writable(t time.Time) bool {
	year := t.UTC().Year()
	return year >= 1 && year <= 9999
}

// Decode decodes JSON that ReadTree accepts into a struct, with its text normalised, also within types with their own UnmarshalJSON.
func Decode(data []byte, into any) error {
	return jsonv2.Unmarshal(Clean(data), into, strict)
}

// Clean returns valid JSON with its text normalised, except for names of keys. Most JSON needs no change and is returned as it is.
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
		token, err := decoder.ReadToken()
		switch {
		case errors.Is(err, io.EOF):
			return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
		case err != nil:
			return data // invalid JSON is reported when it is decoded
		case token.Kind() == '"' && !isName:
			token = jsontext.String(text.Clean(token.String()))
		}
		if err := encoder.WriteToken(token); err != nil { // a number keeps its notation
			return data
		}
	}
}

// suspect reports whether normalisation may change any text in data: it has escapes, characters other than ASCII, or white space next
// to a quote within text.
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
