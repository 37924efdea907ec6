package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
	"github.com/petcare/petcare/platform/apijson"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// maxBody is the maximum size of a request body in bytes.
const maxBody = 1 << 20

// format writes JSON for Huma. It does not read bodies, because input does.
func format() huma.Format {
	return huma.Format{
		Marshal: func(w io.Writer, v any) error {
			text := Encode(v)
			if answer, ok := w.(http.ResponseWriter); ok { // net/http would send a large one in chunks
				answer.Header().Set("Content-Length", strconv.Itoa(len(text)))
			}
			// An error means that the client has disconnected or is too slow: no fault of the answer, of which Huma would make a panic.
			_, _ = w.Write(text)
			return nil
		},
		Unmarshal: func([]byte, any) error { return nil },
	}
}

// Encode returns an answer as JSON.
func Encode(v any) []byte {
	text, err := apijson.Marshal(v)
	if err != nil {
		panic(fmt.Errorf("encode the answer: %w", err)) // Huma would write a text of its own, with the status of a success
	}
	return append(text, '\n')
}

// readBody checks that the body is declared as JSON and reads it completely, because it is hashed for the Idempotency-Key and then
// decoded.
func (a *API) readBody(g *gin.Context, who string, merge bool) ([]byte, error) {
	r := g.Request
	body, err := a.readLimited(g, who)
	if err != nil {
		return nil, err
	}
	if len(body) > 0 {
		if err := CheckMediaType(r.Header, merge); err != nil {
			return nil, err
		}
	}
	r.Header.Set("Content-Type", "application/json") // Huma would not recognize it in upper case
	r.Body = bodyOf(body)
	return body, nil
}

// CheckMediaType refuses a body that is encoded, or whose Content-Type is not JSON: 415.
func CheckMediaType(h http.Header, merge bool) error {
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return problem(http.StatusUnsupportedMediaType, "unsupported_media_type",
			"Content-Encoding is not supported: send the body as it is")
	}
	if !isJSON(h.Get("Content-Type"), merge) {
		return problem(http.StatusUnsupportedMediaType, "unsupported_media_type", "send "+mediaTypes(merge))
	}
	return nil
}

// mediaTypes lists the accepted media types of bodies.
func mediaTypes(merge bool) string {
	if merge {
		return "application/merge-patch+json or application/json"
	}
	return "application/json"
}

// readLimited reads a body up to the limit, even if the operation ignores it: net/http closes a connection with an unread body. A large
// one counts for who while it arrives.
func (a *API) readLimited(g *gin.Context, who string) (body []byte, err error) {
	r := g.Request
	if r.Body == http.NoBody {
		return nil, nil
	}
	if ends, ok := r.Context().Deadline(); ok {
		conn := http.NewResponseController(g.Writer)
		_ = conn.SetReadDeadline(ends) // an error means that there is none, as in tests
		defer func() {
			if err == nil { // while the operation runs, net/http would take a deadline for the end of the connection
				_ = conn.SetReadDeadline(time.Time{})
			}
		}()
	}
	if r.ContentLength > maxBody {
		return nil, tooLarge(r.Body)
	}
	var read bytes.Buffer
	read.Grow(min(int(max(r.ContentLength, 0)), a.small) + bytes.MinRead)
	_, err = read.ReadFrom(io.LimitReader(r.Body, int64(a.small)+1))
	body = read.Bytes()
	if err == nil && len(body) > a.small {
		size := maxBody + 1
		if r.ContentLength > 0 {
			size = int(r.ContentLength)
		}
		release, refused := a.receiving.Take(who, size)
		if refused != nil {
			return nil, refused
		}
		defer release()
		var rest []byte
		rest, err = io.ReadAll(io.LimitReader(r.Body, maxBody+1-int64(len(body))))
		body = append(body, rest...)
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		slow := apperr.NewUnavailable(time.Second)
		slow.Detail = "the body did not arrive in time, try again"
		return nil, slow
	case err != nil:
		return nil, problem(http.StatusBadRequest, "malformed_json", "the body could not be read")
	}
	if len(body) > maxBody {
		return nil, tooLarge(r.Body)
	}
	return body, nil
}

// tooLarge reads the rest of a body, up to 64 MiB. Otherwise net/http would reset the connection, and a client that first sends all of it
// would not receive the response.
func tooLarge(rest io.Reader) error {
	_, _ = io.CopyN(io.Discard, rest, 64<<20)
	return problem(http.StatusRequestEntityTooLarge, "payload_too_large", "a body has at most 1 MiB")
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

// accepts reports whether the client accepts responses of a media type, which is one of application. The most specific media range
// decides.
func accepts(header, response string) bool {
	if strings.TrimSpace(header) == "" {
		return true
	}
	most, accepted := 0, false
	for media, weight := range mediaRanges(header) {
		specific := slices.Index([]string{"*/*", "application/*", "application/problem+json", response}, media)
		if specific >= most {
			most, accepted = specific, weight > 0
		}
	}
	return accepted
}

// mediaRanges returns the media ranges of an Accept header with their weights, and skips those that are malformed.
func mediaRanges(header string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for part := range strings.SplitSeq(header, ",") {
			media, params, err := mime.ParseMediaType(strings.TrimSpace(part))
			if err != nil {
				continue
			}
			weight := 1.0
			if q, given := params["q"]; given {
				if n, err := strconv.ParseFloat(q, 64); err == nil {
					weight = n
				}
			}
			if !yield(media, weight) {
				return
			}
		}
	}
}
