package sender

import (
	"context"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
)

const (
	userAgent = "petcare-webhooks/" + events.APIVersion

	maxIdleInAll      = 256
	maxResponseHeader = 32 << 10
	// Many receivers close idle connections after 5 s or more. The sender closes them earlier, because a request on a connection that the
	// receiver is closing has to be sent again.
	idleFor = 4 * time.Second
)

// Options configure a Sender.
type Options struct {
	// Timeout limits the whole exchange: name resolution, connection, TLS, response and body.
	Timeout time.Duration
	// AllowPrivateNetworks turns off the guard.
	AllowPrivateNetworks bool
	// Clock returns the time that is signed and reported.
	Clock func() time.Time
	// MaxIdlePerHost is how many idle connections to a host are kept.
	MaxIdlePerHost int
	// Wrap wraps the transport, for traces. Default: none.
	Wrap func(http.RoundTripper) http.RoundTripper
}

// Sender makes attempts. It is safe for concurrent use.
type Sender struct {
	transport *http.Transport
	trip      http.RoundTripper // transport, wrapped
	fresh     http.RoundTripper // the same with a connection for each request
	timeout   time.Duration
	clock     func() time.Time
	guarded   bool
}

// New returns a Sender.
func New(o Options) *Sender {
	return newSender(o, newDialer(o))
}

// newDialer sets a timeout, because the transport continues to dial after the attempt has ended.
func newDialer(o Options) *net.Dialer {
	dialer := &net.Dialer{Timeout: o.Timeout}
	if !o.AllowPrivateNetworks {
		dialer.ControlContext = newGuard().control
	}
	return dialer
}

func newSender(o Options, dialer *net.Dialer) *Sender {
	transport := newTransport(dialer, o)
	single := transport.Clone()
	single.DisableKeepAlives = true
	wrap := o.Wrap
	if wrap == nil {
		wrap = func(r http.RoundTripper) http.RoundTripper { return r }
	}
	return &Sender{
		transport: transport,
		trip:      wrap(transport),
		fresh:     wrap(single),
		timeout:   o.Timeout,
		clock:     o.Clock,
		guarded:   !o.AllowPrivateNetworks,
	}
}

// newTransport uses no proxy from the environment, because a proxy would connect without the guard. It does not use HTTP/2, because a
// slow response could not be cancelled by closing a shared connection.
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

// Close closes idle connections. Running attempts continue.
func (s *Sender) Close() {
	s.transport.CloseIdleConnections()
}

// Send makes one attempt. It returns when the attempt, the timeout or ctx ends. It sends a single request and does not follow redirects.
// The outcome is webhooks.OutcomeResend if the receiver has closed a kept connection without an answer, which says nothing about it.
func (s *Sender) Send(ctx context.Context, r Request) Result {
	at, begun := s.clock(), time.Now()
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()

	status, body, why, stale := s.exchange(ctx, r, at)
	if s.guarded && why.tellsNames() {
		why = notPublic
		s.level(ctx, begun)
	}
	outcome := outcomeOf(status, why)
	if stale {
		outcome = webhooks.OutcomeResend
	}
	return Result{
		StartedAt: at,
		Duration:  time.Since(begun),
		Status:    status,
		Body:      body,
		Error:     string(why),
		Outcome:   outcome,
	}
}

// levelTime is longer than most name servers take. Longer ones show by their whole seconds only.
const levelTime = time.Second

// level makes the time of an attempt that reached no address tell nothing about the name.
func (s *Sender) level(ctx context.Context, begun time.Time) {
	clock.Sleep(ctx, levelTime-time.Since(begun)%levelTime)
}

// exchange uses the transport without an http.Client, which would follow redirects, add a Referer and turn user info in a URL into
// credentials.
func (s *Sender) exchange(ctx context.Context, r Request, at time.Time) (status int, body string, why failure, stale bool) {
	if CheckURL(r.URL) != nil {
		return 0, "", badURL, false
	}
	var connected, kept atomic.Bool // the transport dials in another goroutine
	req, err := s.build(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(c httptrace.GotConnInfo) {
			connected.Store(true)
			kept.Store(c.Reused)
		},
	}), r, at)
	if err != nil {
		return 0, "", badURL, false
	}
	trip := s.trip
	if r.Fresh {
		trip = s.fresh
	}
	resp, err := trip.RoundTrip(req)
	if err != nil {
		waitedFor := slowConnection
		if connected.Load() {
			waitedFor = slowAnswer
		}
		why = explain(ctx, err, waitedFor)
		return 0, "", why, why == connClosed && kept.Load()
	}
	defer resp.Body.Close()
	status, body, why = read(ctx, resp)
	return status, body, why, false
}

func read(ctx context.Context, resp *http.Response) (int, string, failure) {
	if resp.StatusCode < 100 { // such as 099
		return 0, "", notHTTP
	}
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return resp.StatusCode, "", none // the body is the raw connection
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
