package sender

import (
	"context"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

const (
	userAgent = "petcare-webhooks/1.0.0"

	maxIdleInAll      = 256
	maxResponseHeader = 32 << 10
	// Receivers close idle connections after 5 s or more. Closing ours before that avoids the race in which a POST
	// is written to a connection that the other side is closing, which would cost that delivery a whole backoff.
	idleFor = 4 * time.Second
)

// Options set up a Sender.
type Options struct {
	// Timeout bounds the whole exchange: name resolution, connect, TLS, answer and body.
	Timeout time.Duration
	// AllowPrivateNetworks turns the dial guard off.
	AllowPrivateNetworks bool
	// Clock tells the time that is signed and reported.
	Clock func() time.Time
	// MaxIdlePerHost is how many idle connections to one host are kept for reuse.
	MaxIdlePerHost int
	// Wrap is put around what sends, for traces; nil is nothing.
	Wrap func(http.RoundTripper) http.RoundTripper
}

// Sender makes attempts. It is safe for use by many goroutines.
type Sender struct {
	transport *http.Transport
	trip      http.RoundTripper // transport, wrapped
	timeout   time.Duration
	clock     func() time.Time
}

// New makes a Sender.
func New(o Options) *Sender {
	return newSender(o, newDialer(o))
}

// newDialer has a time limit of its own because the transport lets a dial outlive the attempt that asked for it.
func newDialer(o Options) *net.Dialer {
	dialer := &net.Dialer{Timeout: o.Timeout}
	if !o.AllowPrivateNetworks {
		dialer.ControlContext = newGuard().control
	}
	return dialer
}

func newSender(o Options, dialer *net.Dialer) *Sender {
	transport := newTransport(dialer, o)
	var trip http.RoundTripper = transport
	if o.Wrap != nil {
		trip = o.Wrap(transport)
	}
	return &Sender{
		transport: transport,
		trip:      trip,
		timeout:   o.Timeout,
		clock:     o.Clock,
	}
}

// newTransport sets no Proxy: a proxy from the environment would connect on our behalf and so defeat the guard.
// HTTP/2 stays off, since on a shared connection one trickling answer could not be cut by closing it.
func newTransport(dialer *net.Dialer, o Options) *http.Transport {
	return &http.Transport{
		DialContext:            dialer.DialContext,
		DisableCompression:     true,
		TLSHandshakeTimeout:    o.Timeout,
		MaxIdleConns:           maxIdleInAll,
		MaxIdleConnsPerHost:    o.MaxIdlePerHost,
		IdleConnTimeout:        idleFor,
		MaxResponseHeaderBytes: maxResponseHeader,
	}
}

// Close closes the idle connections. Attempts that still run finish.
func (s *Sender) Close() {
	s.transport.CloseIdleConnections()
}

// Send makes one attempt and returns when it is over: at the latest after the timeout, at once when ctx ends. It
// sends one request; a redirect is an answer like any other.
func (s *Sender) Send(ctx context.Context, r Request) Result {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()

	at, begun := s.clock(), time.Now()
	status, body, why := s.exchange(ctx, r, at)
	return Result{
		StartedAt: at,
		Duration:  time.Since(begun),
		Status:    status,
		Body:      body,
		Error:     string(why),
		Outcome:   outcomeOf(status, why),
	}
}

// exchange uses the transport without an http.Client around it: a client is what follows redirects, adds a Referer
// and makes Basic credentials out of a URL.
func (s *Sender) exchange(ctx context.Context, r Request, at time.Time) (int, string, failure) {
	if CheckURL(r.URL) != nil {
		return 0, "", badURL
	}
	var connected atomic.Bool // the transport dials in a goroutine of its own
	req, err := s.build(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	}), r, at)
	if err != nil {
		return 0, "", badURL
	}
	resp, err := s.trip.RoundTrip(req)
	if err != nil {
		waitedFor := slowConnection
		if connected.Load() {
			waitedFor = slowAnswer
		}
		return 0, "", explain(ctx, err, waitedFor)
	}
	defer resp.Body.Close()
	return read(ctx, resp)
}

func read(ctx context.Context, resp *http.Response) (int, string, failure) {
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return resp.StatusCode, "", none // its body is the raw connection
	}
	body, err := readExcerpt(resp.Body)
	if err != nil {
		return resp.StatusCode, body, explain(ctx, err, slowBody)
	}
	if resp.StatusCode >= 300 && resp.StatusCode <= 399 {
		return resp.StatusCode, body, redirected
	}
	return resp.StatusCode, body, none
}
