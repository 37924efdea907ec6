package httpapi

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
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
