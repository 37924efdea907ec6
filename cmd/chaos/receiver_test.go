//go:build chaos

package chaos

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// chaosReceiver receives webhooks and checks that none is missing, and that no delivery is attempted twice at the same time.
type chaosReceiver struct {
	server *httptest.Server
	mu     sync.Mutex
	slow   time.Duration  // delay of responses
	got    map[string]int // number of requests by event
	open   map[string]int // requests in progress by event
	atOnce int            // the maximum of open
}

func newChaosReceiver(t *testing.T) *chaosReceiver {
	t.Helper()
	r := &chaosReceiver{got: map[string]int{}, open: map[string]int{}}
	r.server = httptest.NewServer(r)
	t.Cleanup(r.server.Close)
	return r
}

func (r *chaosReceiver) url() string { return r.server.URL }

// ServeHTTP implements http.Handler.
func (r *chaosReceiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if _, err := io.Copy(io.Discard, q.Body); err != nil {
		return // the request is incomplete, because the sender was killed
	}
	id := q.Header.Get("Webhook-Id")
	r.mu.Lock()
	r.got[id]++
	r.open[id]++
	r.atOnce = max(r.atOnce, r.open[id])
	slow := r.slow
	r.mu.Unlock()
	select {
	case <-q.Context().Done(): // the sender was killed
	case <-time.After(slow):
	}
	r.mu.Lock()
	r.open[id]--
	r.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

func (r *chaosReceiver) distinct() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.got)
}

func (r *chaosReceiver) repeats() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, times := range r.got {
		n += times - 1
	}
	return n
}

func (r *chaosReceiver) mostAtOnce() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.atOnce
}

func (r *chaosReceiver) slowDown(to time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slow = to
}
