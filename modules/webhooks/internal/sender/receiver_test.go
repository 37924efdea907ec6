package sender

import (
	"bufio"
	"bytes"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/testkit"
)

const (
	delivered = webhooks.OutcomeDelivered
	permanent = webhooks.OutcomePermanent
	retryable = webhooks.OutcomeRetryable
)

// receiver is a loopback server that records requests.
type receiver struct {
	URL string

	mu       sync.Mutex
	requests []received
	conns    int
}

type received struct {
	header http.Header
	method string
	body   []byte
}

func newReceiver(t *testing.T, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			t.Errorf("read the request: %v", err)
		}
		r.mu.Lock()
		r.requests = append(r.requests, received{header: req.Header, method: req.Method, body: body})
		r.mu.Unlock()
		answer(w, req)
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			r.mu.Lock()
			r.conns++
			r.mu.Unlock()
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	r.URL = server.URL
	return r
}

func (r *receiver) got() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.requests
}

func (r *receiver) connections() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.conns
}

func answerWith(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// rawServer sends these bytes on every connection. If hold is true, it keeps the connection open afterwards.
func rawServer(t *testing.T, answer string, hold bool) string {
	t.Helper()
	return listen(t, func(conn net.Conn) {
		reader := bufio.NewReader(conn)
		if _, err := http.ReadRequest(reader); err != nil {
			return
		}
		_, _ = io.WriteString(conn, answer)
		if hold {
			_, _ = io.Copy(io.Discard, reader)
		}
	})
}

// closingServer answers one request on every connection and then closes it, if waits is true when the next request begins. It counts
// the answers.
func closingServer(t *testing.T, waits bool) (url string, answered *atomic.Int64) {
	t.Helper()
	answered = new(atomic.Int64)
	return listen(t, func(conn net.Conn) {
		reader := bufio.NewReader(conn)
		req, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		if body, err := io.ReadAll(req.Body); err != nil || !bytes.Equal(body, request("").Body) {
			t.Errorf("%q, %v", body, err)
		}
		answered.Add(1)
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		if waits {
			_, _ = reader.Peek(1)
		}
	}), answered
}

// listen accepts connections and closes each when serve returns.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	listener := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	var open sync.WaitGroup
	t.Cleanup(func() {
		listener.Close()
		open.Wait()
	})
	open.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			open.Go(func() {
				defer conn.Close()
				serve(conn)
			})
		}
	})
	return "http://" + listener.Addr().String()
}

// withDefaults fills in what a test leaves out.
func (o Options) withDefaults() Options {
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Second
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	o.MaxIdlePerHost = 10
	return o
}

func openSender(t *testing.T, o Options) *Sender {
	t.Helper()
	o.AllowPrivateNetworks = true
	s := New(o.withDefaults())
	t.Cleanup(s.Close)
	return s
}

func request(url string) Request {
	return Request{
		URL:       url,
		Secret:    "whsec_MDEyMzQ1Njc4OWFiY2RlZg==",
		EventID:   "0199f0c4-6c1e-7d3a-9a55-3f1c1f0c7b11",
		EventType: "pet.updated",
		Body:      []byte(`{"id":"0199f0c4-6c1e-7d3a-9a55-3f1c1f0c7b11","type":"pet.updated"}`),
	}
}

// short is long enough for a response over loopback on a busy machine, and short enough to wait for.
const short = 300 * time.Millisecond

// silentServer accepts connections and never responds.
func silentServer(t *testing.T) string {
	t.Helper()
	listener := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { listener.Close() })
	return "http://" + listener.Addr().String()
}

func discardLog() *log.Logger { return log.New(io.Discard, "", 0) }

// endless is an infinite reader.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
