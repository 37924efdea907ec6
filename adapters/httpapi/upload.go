package httpapi

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// Upload makes the body of an operation a file, which is stored while it arrives: it has no time limit but one for each part, and is never
// in memory as a whole.
type Upload struct {
	MediaTypes []string // of the body
	Limit      int64    // of its size in bytes
	// Receive stores the file before the operation is called, outside of any transaction. sum is the hash of the content, so that an
	// Idempotency-Key belongs to it. It returns the error of body unchanged or wrapped.
	Receive func(ctx context.Context, account uuid.UUID, body io.Reader) (file uuid.UUID, sum []byte, err error)
}

// Received returns the file that Upload.Receive has stored, and its media type.
func Received(ctx context.Context) (file uuid.UUID, mediaType string) {
	r := requestOf(ctx)
	return r.file, r.mediaType
}

// partTime is how long a client may take to send the next part of a file.
const partTime = 30 * time.Second

func (u *Upload) describe() *huma.RequestBody {
	body := &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{}, Description: "The file"}
	for _, media := range u.MediaTypes {
		body.Content[media] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return body
}

// check refuses a body of another type, and one that is announced as too large.
func (u *Upload) check(r *request) error {
	h := r.gin.Request.Header
	refused := func(err error) error {
		drain(r.gin)
		return err
	}
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || !slices.Contains(u.MediaTypes, media) {
		return refused(problem(http.StatusUnsupportedMediaType, "unsupported_media_type", "send "+strings.Join(u.MediaTypes, " or ")))
	}
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") && !strings.EqualFold(coding, "gzip") {
		return refused(problem(http.StatusUnsupportedMediaType, "unsupported_media_type", "Content-Encoding is gzip, or nothing"))
	}
	if r.gin.Request.ContentLength > u.Limit {
		return refused(u.tooLarge())
	}
	r.mediaType = media
	return nil
}

func (u *Upload) tooLarge() error {
	return problem(http.StatusRequestEntityTooLarge, "payload_too_large", "the file has at most "+mebibytes(u.Limit)+" MiB")
}

// receive stores the body. The operation has its whole time afterwards.
func (u *Upload) receive(g *gin.Context, r *request) (sum []byte, done func(), err error) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(g.Request.Context()))
	stop := context.AfterFunc(r.base, cancel)
	defer func() { stop(); cancel() }()
	account, _ := ids.Parse(g.Param("accountId"))
	body := &uploaded{in: g.Request.Body, conn: http.NewResponseController(g.Writer), left: u.Limit}
	r.file, sum, err = u.Receive(ctx, account, body)
	switch {
	case err != nil && errors.Is(body.err, errBeyond):
		drain(g)
		return nil, nil, u.tooLarge()
	case err != nil && errors.Is(body.err, os.ErrDeadlineExceeded):
		slow := apperr.NewUnavailable(time.Second)
		slow.Detail = "the file did not arrive in time, try again"
		return nil, nil, slow
	case err != nil && body.err != nil:
		return nil, nil, problem(http.StatusBadRequest, "malformed_upload", "the upload broke off: nothing of it is kept, send the file again")
	case err != nil:
		drain(g)
		return nil, nil, err
	}
	_ = body.conn.SetReadDeadline(time.Time{}) // an error means that there is none, as in tests
	_ = body.conn.SetWriteDeadline(time.Now().Add(r.api.options.Timeout + partTime))
	rest, end := context.WithTimeout(context.WithoutCancel(g.Request.Context()), r.api.options.Timeout)
	left := context.AfterFunc(r.base, end)
	g.Request = g.Request.WithContext(rest)
	return sum, func() { left(); end() }, nil
}

// drain reads the rest of a body that is refused, up to some size and time: a client that first sends all of it would not receive the
// answer. Then the connection is closed.
func drain(g *gin.Context) {
	_ = http.NewResponseController(g.Writer).SetReadDeadline(time.Now().Add(partTime))
	_, _ = io.CopyN(io.Discard, g.Request.Body, 128<<20)
	g.Header("Connection", "close")
}

var errBeyond = errors.New("the body is longer than its limit")

// uploaded is the body of an upload. It keeps the error with which reading has ended.
type uploaded struct {
	in   io.Reader
	conn *http.ResponseController
	left int64
	err  error
}

func (u *uploaded) Read(p []byte) (int, error) {
	_ = u.conn.SetReadDeadline(time.Now().Add(partTime))
	n, err := u.in.Read(p)
	if u.left -= int64(n); u.left < 0 {
		err = errBeyond
	}
	if err != nil && !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		u.err = err
	}
	return n, err
}
