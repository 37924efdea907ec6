package webhooksfx

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// receiver records requests and responds as configured.
type receiver struct {
	URL    string
	mu     sync.Mutex
	got    []received
	open   map[string]int
	atOnce int // the maximum of concurrent requests with the same webhook-id
}

type received struct {
	at     time.Time
	header http.Header
	body   string
}

func (r received) id() string { return r.header.Get("Webhook-Id") }

func newReceiver(t testing.TB, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{open: map[string]int{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return // the sender has cancelled the request
		}
		r.begin(received{time.Now(), req.Header.Clone(), string(body)})
		defer r.end(req.Header.Get("Webhook-Id"))
		answer(w, req)
	}))
	t.Cleanup(server.Close)
	r.URL = server.URL
	return r
}

func (r *receiver) begin(got received) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, got)
	r.open[got.id()]++
	r.atOnce = max(r.atOnce, r.open[got.id()])
}

func (r *receiver) end(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open[id]--
}

func (r *receiver) requests() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received(nil), r.got...)
}

func (r *receiver) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.got)
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		_, _ = io.WriteString(w, "answer")
	}
}

// after responds with 200 when gate is closed, or ends with the request.
func after(gate <-chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		select {
		case <-gate:
			w.WriteHeader(http.StatusOK)
		case <-req.Context().Done():
		}
	}
}

func envelope(t testing.TB, body string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return m
}

// observer counts the notifications of the worker.
type observer struct {
	mu        sync.Mutex
	attempted map[string]int
	completed map[string]int
	faults    []string
}

func (o *observer) Attempted(outcome string, _ time.Duration) { o.add(&o.attempted, outcome) }
func (o *observer) Completed(outcome string)                  { o.add(&o.completed, outcome) }

func (o *observer) Fault(doing string, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.faults = append(o.faults, doing+": "+err.Error())
}

func (o *observer) add(to *map[string]int, key string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if *to == nil {
		*to = map[string]int{}
	}
	(*to)[key]++
}

func (o *observer) completions(outcome string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.completed[outcome]
}

func (o *observer) reported() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.faults)
}

// plainServer records nothing, for benchmarks.
func plainServer(t testing.TB, answer http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}
