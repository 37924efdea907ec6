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

// chaosReceiver gets webhooks and watches that nothing is missing, and that no delivery is attempted by two at once.
type chaosReceiver struct {
	server *httptest.Server
	mu     sync.Mutex
	slow   time.Duration  // before it answers
	got    map[string]int // how often each event came
	open   map[string]int // being answered
	atOnce int            // the most attempts of one event at one time
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
		return // the sender was cut off in the middle
	}
	id := q.Header.Get("Webhook-Id")
	r.mu.Lock()
	r.got[id]++
	r.open[id]++
	r.atOnce = max(r.atOnce, r.open[id])
	slow := r.slow
	r.mu.Unlock()
	select {
	case <-q.Context().Done(): // the sender is gone
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
