package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/petcare/petcare/platform/text"
)

// ReadTree reads JSON into maps, lists and plain values for Check, its text normalised (NFC, trimmed), its numbers as
// they are spelled (json.Number). An error says where the JSON breaks without repeating what was sent: it may hold a password.
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

// notText stands in the tree for text that cannot be stored: it passes for no type, so validation refuses it by name.
type notText struct{}

// maxValues is how many values and keys JSON may hold: no record comes near it, and each costs more than its text.
const maxValues = 50_000

// ErrTooManyValues is the error for JSON that holds more than maxValues.
var ErrTooManyValues = errors.New("holds more than 50,000 values")

// maxDepth is how deep lists and objects stand in each other.
const maxDepth = 1000

var errTooDeep = errors.New("it is nested too deep: lists and objects stand in each other at most 1,000 deep")

// firstInvalid is where text stops being UTF-8.
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
		key := name.String() // before the next token takes its place
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
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return fmt.Errorf("the key %.100q is there twice", syntactic.JSONPointer.LastToken())
		}
		return fmt.Errorf("malformed at byte %d", syntactic.ByteOffset)
	}
	return errors.New("malformed at its end")
}
