package httpapi

import (
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
)

// Bodies and answers are held in memory for as long as a client takes to send or read them, up to the server's time limits. A rate of
// requests alone would let one client hold gigabytes.
const (
	smallEnough = 64 << 10 // bytes that are not worth counting

	bodiesOfOne, bodiesOfAll   = 8 << 20, 64 << 20
	answersOfOne, answersOfAll = 32 << 20, 128 << 20

	// hurry is how long the answer to a write may take when too many bytes are held: what has happened cannot be refused.
	hurry = 2 * time.Second
)

// memory counts the bytes that are held for clients.
type memory struct {
	free, ofOne, ofAll int // free bytes of each body or answer are not counted

	mu    sync.Mutex
	total int
	held  map[string]int
}

func newMemory(ofOne, ofAll int) *memory {
	return &memory{free: smallEnough, ofOne: ofOne, ofAll: ofAll, held: map[string]int{}}
}

// take counts n bytes for who until release is called. It fails with apperr.RateLimited if who holds too many, and with
// apperr.Unavailable if all together do. Bytes that are alone are never too many.
func (m *memory) take(who string, n int) (release func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.held[who] > 0 && m.held[who]+n > m.ofOne:
		return nil, &apperr.Error{Kind: apperr.RateLimited, Code: "rate_limited", RetryAfter: time.Second,
			Detail: "too many large bodies or answers at once: finish sending or reading the others"}
	case m.total > 0 && m.total+n > m.ofAll:
		return nil, apperr.NewUnavailable(time.Second)
	}
	m.held[who] += n
	m.total += n
	return func() { m.release(who, n) }, nil
}

func (m *memory) release(who string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total -= n
	if m.held[who] -= n; m.held[who] == 0 {
		delete(m.held, who)
	}
}

// answerWriter counts large answers while they are sent.
type answerWriter struct {
	gin.ResponseWriter
	r *request
}

// Unwrap is for http.ResponseController.
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write implements http.ResponseWriter. A large answer to a GET that would be too much to hold becomes a problem.
func (w *answerWriter) Write(p []byte) (int, error) {
	if len(p) <= w.r.api.sending.free || w.Written() {
		return w.ResponseWriter.Write(p)
	}
	release, err := w.r.api.sending.take(w.r.holder(), len(p))
	switch {
	case err == nil:
		defer release()
	case w.r.gin.Request.Method != http.MethodGet:
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(hurry)) // until the next request
	default:
		for _, of := range []string{"Content-Length", "Etag", "Link"} {
			w.Header().Del(of)
		}
		w.r.gin.Writer = w.ResponseWriter
		w.r.api.refuse(w.r.gin, err)
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// holder is who is counted: an organization with all its keys, else a credential or an address.
func (r *request) holder() string {
	if r.caller.Organization != uuid.Nil {
		return r.caller.Organization.String()
	}
	return r.bucket
}
