package httpapi

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzhttp"
)

// File is a file that a client downloads.
type File struct {
	Name, ContentType string
	Tag               string // changes with the bytes
	// Open returns the bytes for as long as ctx lasts.
	Open func(ctx context.Context) (io.ReadSeekCloser, error)
}

// Download registers a GET that responds with a file, or ranges of it.
func Download[I any](a *API, op Operation, get func(context.Context, *I) (File, error)) {
	op.Method, op.Status, op.downloads = http.MethodGet, http.StatusOK, true
	Handle(a, op, func(ctx context.Context, in *I) (*Nothing, error) {
		f, err := get(ctx, in)
		if err != nil {
			return nil, err
		}
		return nil, requestOf(ctx).send(f)
	})
}

// Written is a file that is written while the client downloads it.
type Written struct {
	Name, ContentType string
	// Write may take as long as the client reads. If it fails before it has written anything, the response is the problem, else the
	// connection breaks, so that nobody takes a part for the whole.
	Write func(ctx context.Context, to io.Writer) error
}

// Writes registers a GET that responds with a file of one of the media types.
func Writes[I any](a *API, op Operation, get func(context.Context, *I) (Written, error), media ...string) {
	op.Method, op.Status, op.downloads, op.writes = http.MethodGet, http.StatusOK, true, media
	Handle(a, op, func(ctx context.Context, in *I) (*Nothing, error) {
		w, err := get(ctx, in)
		if err != nil {
			return nil, err
		}
		return nil, requestOf(ctx).write(w)
	})
}

func (r *request) write(w Written) error {
	ctx, end := r.unlimited(0)
	defer end()
	h := r.gin.Writer.Header()
	begin := func() {
		h.Set("Content-Type", w.ContentType)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": w.Name}))
		h.Set("Cache-Control", "no-store")
	}
	if ctx.Value(headOnly{}) != nil {
		begin()
		r.gin.Writer.WriteHeaderNow()
		return nil
	}
	to := &startedWriter{to: &patientWriter{r.gin.Writer, http.NewResponseController(r.gin.Writer)}, begin: begin}
	err := w.Write(ctx, to)
	if err != nil && to.started {
		r.err = err
		panic(http.ErrAbortHandler)
	}
	return err
}

// startedWriter calls begin before the first bytes.
type startedWriter struct {
	to      io.Writer
	begin   func()
	started bool
}

// Write implements io.Writer.
func (w *startedWriter) Write(p []byte) (int, error) {
	if !w.started {
		w.started = true
		w.begin()
	}
	return w.to.Write(p)
}

// prefers reports whether a client names a media type and gives it no less weight than JSON.
func prefers(r *http.Request, media string) bool {
	wanted := map[string]float64{}
	for named, weight := range mediaRanges(listOf(r.Header, "Accept")) {
		wanted[named] = max(wanted[named], weight)
	}
	return media != "" && wanted[media] > 0 && wanted[media] >= wanted["application/json"]
}

// answers are the media types of the answers that are no problems; nil: those that a file has.
func (op Operation) answers() []string {
	switch {
	case op.writes != nil:
		return append([]string{"application/json"}, op.writes...) // which clients ask for that do not think of it
	case op.downloads:
		return nil
	case op.Streams:
		return []string{"application/json", eventStream}
	case op.Offers != "":
		return []string{"application/json", op.Offers}
	}
	return []string{"application/json"}
}

// Prefers reports whether the client prefers the media type of Operation.Offers. Such an operation responds with Answer.
func Prefers(ctx context.Context, media string) bool {
	return prefers(requestOf(ctx).gin.Request, media)
}

// ErrAnswered is returned by the handler of a list that has responded with a file.
var ErrAnswered = errors.New("the answer is written")

// Answer responds with a file. It returns ErrAnswered, or why the file could not be opened.
func Answer(ctx context.Context, f File) error {
	if err := requestOf(ctx).send(f); err != nil {
		return err
	}
	return ErrAnswered
}

// send writes a file. It takes as long as the client needs, as long as it reads at all.
func (r *request) send(f File) error {
	ctx, end := r.unlimited(0)
	defer end()
	content, err := f.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	h := r.gin.Writer.Header()
	h.Set("Content-Type", f.ContentType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", `"`+f.Tag+`"`)
	h.Set(gzhttp.HeaderNoCompression, "1")
	given := r.gin.Request
	if ctx.Value(headOnly{}) != nil {
		given = given.WithContext(ctx)
		given.Method = http.MethodHead
	}
	http.ServeContent(&patientWriter{r.gin.Writer, http.NewResponseController(r.gin.Writer)}, given, "", time.Time{}, content)
	r.gin.Writer.WriteHeaderNow() // of a 304, before Huma sets the status of a success
	return nil
}

// patientWriter gives the client time for each part of a file.
type patientWriter struct {
	gin.ResponseWriter
	conn *http.ResponseController
}

// Write implements http.ResponseWriter.
func (w *patientWriter) Write(p []byte) (int, error) {
	_ = w.conn.SetWriteDeadline(time.Now().Add(writeTime)) // an error means that there is none, as in tests
	return w.ResponseWriter.Write(p)
}

// unlimited returns the context of a request without its time limit, or with a new one. It ends when the client disconnects.
func (r *request) unlimited(timeout time.Duration) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.gin.Request.Context()))
	stop := context.AfterFunc(r.base, cancel)
	endTime := func() {}
	if timeout > 0 {
		ctx, endTime = context.WithTimeout(ctx, timeout)
	}
	return ctx, func() { endTime(); stop(); cancel() }
}

func describeWritten(described *huma.Operation, media []string) {
	content := map[string]*huma.MediaType{}
	for _, m := range media {
		content[m] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}, Example: "(the text of the file)"}
	}
	described.Responses["200"] = &huma.Response{Description: "The file", Content: content}
}

// describeDownload documents the bytes in place of JSON.
func describeDownload(described *huma.Operation) {
	binary := map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"},
		Example: "(the bytes of the file)"}}
	described.Responses["200"] = &huma.Response{Description: "The file", Content: binary}
	described.Responses["206"] = &huma.Response{Description: "The ranges that the header Range names", Content: binary}
	described.Responses["304"] = &huma.Response{Description: "The client has these bytes already, says If-None-Match"}
	described.Responses["416"] = &huma.Response{Description: "The file does not have the ranges that the header Range names"}
}
