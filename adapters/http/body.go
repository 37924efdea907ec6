package http

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/petcare/petcare/platform/text"
)

// maxBody is how long a request body may be.
const maxBody = 1 << 20

// strict reads JSON the way the interface promises: names match in case, none comes twice, text is valid UTF-8, and
// text is normalised (NFC, trimmed) before any limit is checked.
var strict = jsonv2.JoinOptions(
	jsontext.AllowDuplicateNames(false),
	jsontext.AllowInvalidUTF8(false),
	jsonv2.MatchCaseInsensitiveNames(false),
	jsonv2.WithUnmarshalers(jsonv2.UnmarshalFromFunc(func(d *jsontext.Decoder, s *string) error {
		if d.PeekKind() != '"' {
			return errors.ErrUnsupported
		}
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		*s = text.Clean(token.String())
		return nil
	})),
)

// format is how Huma reads and writes JSON. It reads a body twice: into a tree that is validated, into the struct.
func format() huma.Format {
	return huma.Format{
		Marshal: func(w io.Writer, v any) error {
			e := json.NewEncoder(w)
			e.SetEscapeHTML(false)
			return e.Encode(v)
		},
		Unmarshal: func(data []byte, v any) error {
			tree, ok := v.(*any)
			if !ok {
				return jsonv2.Unmarshal(data, v, strict)
			}
			if err := jsonv2.Unmarshal(data, tree, strict); err != nil {
				return malformed(err)
			}
			*tree = cleaned(*tree)
			return nil
		},
	}
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

// malformed says where the JSON breaks without repeating what was sent: it may hold a password.
func malformed(err error) error {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		return fmt.Errorf("malformed at byte %d", syntactic.ByteOffset)
	}
	return errors.New("malformed")
}

// readBody takes the whole body in, so that it can be hashed for its Idempotency-Key and read by Huma, and checks that
// it is announced as JSON.
func readBody(r *http.Request, merge bool) ([]byte, error) {
	tooLarge := problem(http.StatusRequestEntityTooLarge, "payload_too_large", "a body has at most 1 MiB")
	if r.ContentLength > maxBody {
		return nil, tooLarge
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, problem(http.StatusBadRequest, "malformed_json", "the body could not be read")
	}
	if len(body) > maxBody {
		return nil, tooLarge
	}
	if len(body) > 0 && !isJSON(r.Header.Get("Content-Type"), merge) {
		return nil, problem(http.StatusUnsupportedMediaType, "unsupported_media_type", "send application/json")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

func isJSON(contentType string, merge bool) bool {
	if contentType == "" {
		return true
	}
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	if charset, ok := params["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return false
	}
	return media == "application/json" || merge && media == "application/merge-patch+json"
}

// accepts reports whether the client takes JSON answers.
func accepts(header string) bool {
	if strings.TrimSpace(header) == "" {
		return true
	}
	for part := range strings.SplitSeq(header, ",") {
		media, params, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err != nil {
			continue
		}
		if q := params["q"]; q == "0" || q == "0.0" || q == "0.00" || q == "0.000" {
			continue
		}
		switch media {
		case "*/*", "application/*", "application/json", "application/problem+json":
			return true
		}
	}
	return false
}
