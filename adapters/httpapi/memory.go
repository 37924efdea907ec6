package httpapi

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzhttp"
)

// Bodies and answers are held in memory for as long as a client takes to send or read them, up to the server's time limits. A rate of
// requests alone would let one client hold gigabytes.
const (
	smallEnough = 64 << 10 // bytes that are not worth counting

	bodiesOfOne, bodiesOfAll   = 8 << 20, 64 << 20
	answersOfOne, answersOfAll = 32 << 20, 128 << 20

	tooMuch = "too many large bodies or answers at once: finish sending or reading the others"

	// hurry is how long the answer to a write may take when too many bytes are held: what has happened cannot be refused.
	hurry = 2 * time.Second
)

// answerWriter counts large answers while they are sent.
type answerWriter struct {
	gin.ResponseWriter
	r *request
}

// Unwrap is for http.ResponseController.
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w *answerWriter) WriteHeader(status int) {
	checkStatus(status)
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter. A large answer to a GET that would be too much to hold becomes a problem.
func (w *answerWriter) Write(p []byte) (int, error) {
	if len(p) <= w.r.api.small || w.Written() {
		return w.ResponseWriter.Write(p)
	}
	release, err := w.r.api.sending.Take(HolderOf(w.r.caller), len(p))
	switch {
	case err == nil:
		defer release()
	case w.r.gin.Request.Method != http.MethodGet:
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(hurry)) // until the next request
	default:
		for _, of := range []string{"Content-Length", "Etag", "Link"} {
			delete(w.Header(), of)
		}
		w.r.gin.Writer = w.ResponseWriter
		w.r.api.refuse(w.r.gin, err)
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// HoldSpare counts n bytes that the organization of a request holds for answers that can wait, until release is called. It reports false if
// too much is held.
func HoldSpare(ctx context.Context, n int) (release func(), ok bool) {
	r := requestOf(ctx)
	return r.api.sending.TakeSpare(HolderOf(r.caller), n)
}

// WriteShared responds with a JSON text that several requests share, and that is counted by HoldSpare. It is not compressed, which would
// take time and memory for each of them.
func WriteShared(ctx context.Context, text []byte) {
	w := requestOf(ctx).writer.ResponseWriter
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	h.Set(gzhttp.HeaderNoCompression, "1")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(text) // the client may have disconnected
}
