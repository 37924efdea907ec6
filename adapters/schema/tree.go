package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/petcare/petcare/platform/kernel/text"
)

// ReadTree parses JSON into maps, lists and plain values for Check. It normalises text (NFC, trimmed) and keeps numbers as
// json.Number. An error contains the position of a syntax error, but no part of the input, which may be a password.
func ReadTree(data []byte) (any, error) {
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		return nil, errors.New("it begins with a byte order mark, which JSON does not have: leave it out")
	}
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("it is not text in UTF-8, from byte %d on", firstInvalid(data))
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(data), strict)
	r := reader{Decoder: d}
	tree, err := r.value()
	if err != nil {
		return nil, malformed(err)
	}
	end := int(d.InputOffset())
	if rest := bytes.TrimLeft(data[end:], " \t\r\n"); len(rest) > 0 {
		return nil, fmt.Errorf("malformed at byte %d", len(data)-len(rest))
	}
	return tree, nil
}

// notText replaces text that cannot be stored. It has no valid type, so validation reports its location.
type notText struct{}

// maxValues limits the values and keys of JSON, because each takes more memory than its text. No record has nearly as many.
const maxValues = 50_000

// ErrTooManyValues is the error for JSON with more than maxValues.
var ErrTooManyValues = errors.New("holds more than 50,000 values")

// maxDepth limits the nesting of lists and objects.
const maxDepth = 1000

var errTooDeep = errors.New("it is nested too deep: lists and objects stand in each other at most 1,000 deep")

// firstInvalid returns the position of the first invalid UTF-8.
func firstInvalid(data []byte) int {
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		at += size
	}
	return at
}

type reader struct {
	*jsontext.Decoder
	values int
}

func (r *reader) value() (any, error) {
	if r.values++; r.values > maxValues {
		return nil, ErrTooManyValues
	}
	if r.StackDepth() > maxDepth {
		return nil, errTooDeep
	}
	t, err := r.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case '"':
		s := t.String()
		if !text.Valid(s) {
			return notText{}, nil
		}
		return text.Clean(s), nil
	case '0':
		return json.Number(t.String()), nil
	case 't', 'f':
		return t.Bool(), nil
	case '[':
		return r.list()
	case '{':
		return r.object()
	}
	return nil, nil
}

func (r *reader) list() (any, error) {
	list := []any{}
	for r.PeekKind() != ']' {
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := r.ReadToken()
	return list, err
}

func (r *reader) object() (any, error) {
	object := map[string]any{}
	for r.PeekKind() != '}' {
		name, err := r.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String() // before the next token overwrites it
		if object[key], err = r.value(); err != nil {
			return nil, err
		}
	}
	_, err := r.ReadToken()
	return object, err
}

func malformed(err error) error {
	if errors.Is(err, ErrTooManyValues) || errors.Is(err, errTooDeep) {
		return err
	}
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return fmt.Errorf("the key %.100q is there twice", syntactic.JSONPointer.LastToken())
		}
		return fmt.Errorf("malformed at byte %d", syntactic.ByteOffset)
	}
	return errors.New("malformed at its end")
}
