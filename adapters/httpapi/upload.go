package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// Uploading says that the body of an operation is a file.
type Uploading struct {
	Limit int64 // bytes
	Types []string
	Typed bool // Content-Type says what the file is, so it must be one of Types, and the file may be gzipped
	// Receive does what takes time: it is called before the transaction of the operation, which gets what it returns from ReceivedOf. release
	// is called at the end in any case.
	Receive func(ctx context.Context, account uuid.UUID, u Upload) (received any, release func(), err error)
}

// Upload is a file that a client has sent.
type Upload struct {
	Source      io.ReadSeeker
	Size        int64
	ContentType string // as declared
	Name        string // as declared
}

// ReceivedOf returns what Receive has returned for the request.
func ReceivedOf[T any](ctx context.Context) T { return requestOf(ctx).received.(T) }

// Uploads are kept in temporary files while they are received. A client on a slow network may take longer than a request otherwise lasts.
const (
	uploadTime                 = 5 * time.Minute
	workTime                   = time.Minute // once received: pictures wait for their turn
	uploadsOfOne, uploadsOfAll = 256 << 20, 1 << 30
	tooManyUploads             = "too many files are being sent at once: wait until the others have been received"
	bytesOfToken               = 1 << 20 // of an upload, whose bytes are not parsed
)

// receive stores the body in a temporary file, which is gone with the process, and calls Receive. It returns what identifies the body.
func (a *API) receive(g *gin.Context, r *request, op Operation) ([]byte, error) {
	u := op.Uploads
	declared := g.Request.ContentLength
	if declared > u.Limit {
		return nil, tooLargeFile(u.Limit, g.Request.Body)
	}
	if declared < 0 {
		declared = u.Limit
	}
	if err := a.limiter.take(r.bucket, min(int(declared/bytesOfToken), a.limiter.burst-1), g.Writer.Header()); err != nil {
		return nil, err
	}
	coding := g.GetHeader("Content-Encoding")
	isGzip := u.Typed && strings.EqualFold(coding, "gzip")
	if coding != "" && !strings.EqualFold(coding, "identity") && !isGzip {
		return nil, problem(http.StatusUnsupportedMediaType, "unsupported_media_type", "Content-Encoding is not supported: send the file as "+
			"it is")
	}
	if media, _, err := mime.ParseMediaType(g.GetHeader("Content-Type")); u.Typed && (err != nil || !slices.Contains(u.Types, media)) {
		return nil, problem(http.StatusUnsupportedMediaType, "unsupported_media_type", "send "+strings.Join(u.Types, " or "))
	}
	release, err := a.uploading.Take(r.bucket, int(declared)+1)
	if err != nil {
		return nil, err
	}
	r.atEnd(release)
	file, err := os.CreateTemp("", "petcare-upload-")
	if err != nil {
		return nil, fmt.Errorf("receive a file: %w", err)
	}
	r.atEnd(func() { _ = file.Close() })
	if err := os.Remove(file.Name()); err != nil {
		return nil, fmt.Errorf("receive a file: %w", err)
	}
	conn := http.NewResponseController(g.Writer)
	_ = conn.SetReadDeadline(time.Now().Add(uploadTime)) // an error means that there is none, as in tests
	_ = conn.SetWriteDeadline(time.Now().Add(uploadTime + workTime + writeTime))
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(file, sum), io.LimitReader(g.Request.Body, u.Limit+1))
	switch {
	case errors.As(err, new(*os.PathError)):
		return nil, fmt.Errorf("receive a file: %w", err) // the disk is full
	case errors.Is(err, os.ErrDeadlineExceeded):
		slow := apperr.NewUnavailable(time.Second)
		slow.Detail = "the file did not arrive in time, try again"
		return nil, slow
	case err != nil:
		return nil, problem(http.StatusBadRequest, "malformed_upload", "the upload broke off: nothing of it is kept, send the file again")
	case size > u.Limit:
		return nil, tooLargeFile(u.Limit, g.Request.Body)
	}
	_ = conn.SetReadDeadline(time.Time{}) // while the operation runs, net/http would take it for the end of the connection
	ctx, end := r.unlimited(workTime)
	r.atEnd(end)
	g.Request = g.Request.WithContext(ctx)
	name, err := nameOf(g.Request.Header)
	if err != nil {
		return nil, err
	}
	account, _ := ids.Parse(g.Param("accountId"))
	received, done, err := u.Receive(ctx, account, Upload{file, size, g.GetHeader("Content-Type"), name})
	if done != nil {
		r.atEnd(done)
	}
	r.received = received
	return sum.Sum(nil), err
}

// nameOf returns the name of a file, which is that of an attachment whatever the type of the disposition is.
func nameOf(h http.Header) (string, error) {
	header := h.Get("Content-Disposition")
	if header == "" {
		return "", nil
	}
	if !strings.Contains(header, ";") { // a type alone
		return "", nil
	}
	_, params, err := mime.ParseMediaType(header)
	if err != nil {
		return "", apperr.NewInvalidIn("header", "Content-Disposition", "format",
			`is not of the form attachment; filename="name.pdf", or filename*=UTF-8''name.pdf with other letters than those of ASCII`)
	}
	return params["filename"], nil
}

// tooLargeFile reads the rest of a body like tooLarge.
func tooLargeFile(limit int64, rest io.Reader) error {
	_ = tooLarge(rest)
	return problem(http.StatusRequestEntityTooLarge, "payload_too_large", fmt.Sprintf("a file has at most %d MiB", limit>>20))
}

// describe adds the body to the document.
func (u *Uploading) describe(op *huma.Operation) {
	op.RequestBody = &huma.RequestBody{Required: true, Description: "The file, of at most " + strconv.FormatInt(u.Limit>>20, 10) + " MiB",
		Content: map[string]*huma.MediaType{}}
	for _, t := range u.Types {
		op.RequestBody.Content[t] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}, Example: "(the bytes of " +
			"the file)"}
	}
}
