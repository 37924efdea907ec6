package httpapi

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/petcare/petcare/platform/kernel/idempotency"
)

// buffer is a response writer that holds the response back until its transaction has committed.
type buffer struct {
	gin.ResponseWriter
	header http.Header
	status int
	body   bytes.Buffer
}

func newBuffer(w gin.ResponseWriter) *buffer {
	return &buffer{ResponseWriter: w, header: http.Header{}, status: http.StatusOK}
}

func (b *buffer) Header() http.Header               { return b.header }
func (b *buffer) WriteHeaderNow()                   {}
func (b *buffer) Write(p []byte) (int, error)       { return b.body.Write(p) }
func (b *buffer) WriteString(s string) (int, error) { return b.body.WriteString(s) }
func (b *buffer) Status() int                       { return b.status }
func (b *buffer) Size() int                         { return b.body.Len() }
func (b *buffer) Written() bool                     { return b.body.Len() > 0 }
func (b *buffer) Flush()                            {}

func (b *buffer) WriteHeader(status int) {
	checkStatus(status)
	b.status = status
}

// checkStatus panics if an answer cannot have the status. Gin ignores 0; net/http would panic too late, when the answer counts as written.
func checkStatus(status int) {
	if status != 0 && (status < http.StatusOK || status > 599) {
		panic(fmt.Sprintf("the status %d is not one of 200 to 599", status))
	}
}

// answer is what is stored of the response.
func (b *buffer) answer() idempotency.Response {
	kept := map[string]string{}
	for _, name := range storedHeaders {
		if v := b.header.Get(name); v != "" {
			kept[name] = v
		}
	}
	return idempotency.Response{Status: b.status, Header: kept, Body: b.body.Bytes()}
}

func bodyOf(b []byte) io.ReadCloser { return io.NopCloser(bytes.NewReader(b)) }
