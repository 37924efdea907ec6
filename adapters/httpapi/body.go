package httpapi

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/platform/jsonenc"
)

// maxBody is how long a request body may be.
const maxBody = 1 << 20

// buffers are for answers in the making.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 16<<10); return &b }}

// format is how Huma writes JSON. Bodies are read by input.
func format() huma.Format {
	return huma.Format{
		Marshal: func(w io.Writer, v any) error {
			buf := buffers.Get().(*[]byte)
			defer buffers.Put(buf)
			text, err := jsonenc.Append((*buf)[:0], v)
			if err != nil {
				return err
			}
			*buf = append(text, '\n')
			_, err = w.Write(*buf)
			return err
		},
		Unmarshal: func([]byte, any) error { return nil },
	}
}

// readBody takes the whole body in, so that it can be hashed for its Idempotency-Key and read by Huma, and checks that
// it is announced as JSON.
func readBody(r *http.Request, merge bool) ([]byte, error) {
	body, err := takeIn(r)
	if err != nil {
		return nil, err
	}
	if len(body) > 0 {
		if err := CheckMediaType(r.Header, merge); err != nil {
			return nil, err
		}
	}
	r.Header.Set("Content-Type", "application/json") // Huma would not know it in capitals
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

// CheckMediaType refuses a body that is coded, or announced as something other than JSON: 415.
func CheckMediaType(h http.Header, merge bool) error {
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return problem(http.StatusUnsupportedMediaType, "unsupported_media_type", "send the body as it is: no Content-Encoding is taken")
	}
	if !isJSON(h.Get("Content-Type"), merge) {
		return problem(http.StatusUnsupportedMediaType, "unsupported_media_type", "send "+taken(merge))
	}
	return nil
}

// taken are the media types of bodies.
func taken(merge bool) string {
	if merge {
		return "application/merge-patch+json or application/json"
	}
	return "application/json"
}

// takeIn reads a body up to the limit, also one that the operation has no use for: unread, it would cost the connection.
func takeIn(r *http.Request) ([]byte, error) {
	tooLarge := problem(http.StatusRequestEntityTooLarge, "payload_too_large", "a body has at most 1 MiB")
	if r.ContentLength > maxBody {
		drain(r.Body)
		return nil, tooLarge
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, problem(http.StatusBadRequest, "malformed_json", "the body could not be read")
	}
	if len(body) > maxBody {
		drain(r.Body)
		return nil, tooLarge
	}
	return body, nil
}

// drain takes in what is left of a body that is too long, within reason: otherwise net/http would cut the connection,
// and the client might never see why.
func drain(body io.Reader) { _, _ = io.CopyN(io.Discard, body, 8<<20) }

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
