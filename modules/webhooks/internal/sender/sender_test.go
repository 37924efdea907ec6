package sender

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
)

func TestStatusDecidesTheOutcome(t *testing.T) {
	t.Parallel()
	s := openSender(t, Options{})
	for status, want := range map[int]webhooks.Outcome{
		200: delivered, 201: delivered, 202: delivered, 204: delivered, 299: delivered,
		300: retryable, 301: retryable, 304: retryable, 307: retryable,
		400: permanent, 401: permanent, 404: permanent, 408: permanent, 410: permanent, 429: permanent, 499: permanent,
		500: retryable, 502: retryable, 503: retryable, 599: retryable, 600: retryable, 999: retryable,
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			r := newReceiver(t, answerWith(status, ""))
			got := s.Send(t.Context(), request(r.URL))
			if got.Status != status || got.Outcome != want {
				t.Errorf("%+v, want %s", got, want)
			}
			if n := len(r.got()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	target := newReceiver(t, answerWith(200, ""))
	for _, status := range []int{301, 302, 303, 307, 308} {
		r := newReceiver(t, func(w http.ResponseWriter, req *http.Request) { http.Redirect(w, req, target.URL, status) })
		got := openSender(t, Options{}).Send(t.Context(), request(r.URL))
		if got.Status != status || got.Outcome != retryable || got.Error != "redirects are not followed" {
			t.Errorf("%d: %+v", status, got)
		}
	}
	if n := len(target.got()); n != 0 {
		t.Errorf("the target was asked %d times", n)
	}
}

func TestProxyOfTheEnvironmentIsNotUsed(t *testing.T) {
	proxy := newReceiver(t, answerWith(200, "proxy"))
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("http_proxy", proxy.URL)
	s := openSender(t, Options{})
	if s.transport.Proxy != nil {
		t.Error("a proxy is configured")
	}
	if got := s.Send(t.Context(), request("http://no-such-host.invalid/")); got.Status != 0 || len(proxy.got()) != 0 {
		t.Errorf("%+v through the proxy", got)
	}
}

// timedOut is an attempt that times out while it is doing something. On a busy machine, that takes a longer timeout.
func timedOut(t *testing.T, url, doing string, clock func() time.Time) (got Result) {
	t.Helper()
	for _, timeout := range []time.Duration{short, 10 * short, 30 * short} {
		got = openSender(t, Options{Timeout: timeout, Clock: clock}).Send(t.Context(), request(url))
		if got.Duration < timeout {
			t.Errorf("took %v of %v", got.Duration, timeout)
		}
		if got.Error == "timed out while "+doing && got.Duration < timeout+5*time.Second {
			return got
		}
	}
	t.Errorf("it did not time out in time while %s: %+v", doing, got)
	return got
}

func TestTricklingAnswersAreCutAtTheTimeout(t *testing.T) {
	t.Parallel()
	trickle := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, req *http.Request) {
			w.WriteHeader(status)
			tick := time.NewTicker(20 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-req.Context().Done():
					return
				case <-tick.C:
					_, _ = io.WriteString(w, "x")
					http.NewResponseController(w).Flush()
				}
			}
		}
	}
	for status, want := range map[int]webhooks.Outcome{200: retryable, 500: retryable, 400: permanent} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			r := newReceiver(t, trickle(status))
			if got := timedOut(t, r.URL, "reading the answer", nil); got.Status != status || got.Outcome != want {
				t.Errorf("%+v", got)
			}
		})
	}
}

// The clock stands for a machine that pauses the process as the attempt begins.
func TestSilenceEndsAtTheTimeout(t *testing.T) {
	t.Parallel()
	url := rawServer(t, "", true)
	slow := func() time.Time { time.Sleep(short / 10); return time.Now() }
	if got := timedOut(t, url, "waiting for the answer", slow); got.Status != 0 || got.Outcome != retryable {
		t.Errorf("%+v", got)
	}
}

func TestSilentTLSHandshakeEndsAtTheTimeout(t *testing.T) {
	t.Parallel()
	url := strings.Replace(silentServer(t), "http:", "https:", 1)
	if got := timedOut(t, url, "connecting", nil); got.Outcome != retryable {
		t.Errorf("%+v", got)
	}
}

func TestCancelledContextEndsTheAttemptAtOnce(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r := newReceiver(t, func(_ http.ResponseWriter, req *http.Request) {
		cancel()
		<-req.Context().Done()
	})
	got := openSender(t, Options{Timeout: time.Minute}).Send(ctx, request(r.URL))
	if got.Outcome != retryable || got.Error != "the attempt was cancelled" || got.Duration > 30*time.Second {
		t.Errorf("%+v", got)
	}
}

func TestHugeAnswersAreReadNoFurtherThanTheExcerpt(t *testing.T) {
	t.Parallel()
	const gigabyte = 1 << 30
	written := make(chan int64, 2)
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(gigabyte))
		n, _ := io.Copy(w, io.LimitReader(endless{}, gigabyte))
		written <- n
	})
	s := openSender(t, Options{})
	for range 2 {
		got := s.Send(t.Context(), request(r.URL))
		if got.Outcome != delivered || got.Body != strings.Repeat("x", 4096) {
			t.Errorf("%s %q, %d bytes kept", got.Outcome, got.Error, len(got.Body))
		}
		if n := <-written; n > gigabyte/8 {
			t.Errorf("%d bytes were taken", n)
		}
	}
	if n := r.connections(); n != 2 {
		t.Errorf("%d connections, want the first closed and a second one", n)
	}
}

func TestConnectionsAreReusedAfterShortAnswers(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]http.HandlerFunc{
		"empty": answerWith(204, ""), "4 KiB": answerWith(200, strings.Repeat("x", 4096)), "failure": answerWith(500, "no"),
	} {
		r := newReceiver(t, answer)
		s := openSender(t, Options{})
		for range 5 {
			s.Send(t.Context(), request(r.URL))
		}
		if n := r.connections(); n != 1 {
			t.Errorf("%s: %d connections", name, n)
		}
	}
}

// Such a receiver does not keep connections and does not say so, or it stops while the next request is on its way.
func TestRequestOnAConnectionThatTheReceiverClosesIsSentOnANewOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		waits bool
		sent  int
	}{"when it has answered": {false, 300}, "when the next request begins": {true, 10}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, answered := closingServer(t, c.waits)
			s := openSender(t, Options{})
			for n := range c.sent {
				got := s.Send(t.Context(), request(url))
				if got.Outcome == webhooks.OutcomeResend {
					again := request(url)
					again.Fresh = true
					got = s.Send(t.Context(), again)
				}
				if got.Outcome != delivered || got.Error != "" {
					t.Fatalf("delivery %d: %+v", n, got)
				}
			}
			if n := answered.Load(); n != int64(c.sent) {
				t.Errorf("%d requests were answered", n)
			}
		})
	}
}

func TestNewConnectionThatEndsBeforeTheRequestIsSentIsAFailure(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	url := listen(t, func(conn net.Conn) {
		_ = conn.(*net.TCPConn).CloseWrite()
		_, _ = io.Copy(io.Discard, conn) // until the sender has noticed
		ended <- struct{}{}
	})
	s := openSender(t, Options{Wrap: func(next http.RoundTripper) http.RoundTripper {
		return roundTripper(func(r *http.Request) (*http.Response, error) {
			return next.RoundTrip(r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
				GotConn: func(httptrace.GotConnInfo) { <-ended },
			})))
		})
	}})
	for range 20 {
		got := s.Send(t.Context(), request(url))
		if got.Outcome != retryable || got.Error != "the connection was closed before the answer was complete" {
			t.Errorf("%+v", got)
		}
	}
}

func TestAnswersThatBreakOffAreFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer string
		status int
		want   webhooks.Outcome
		text   string
	}{
		"before a status":      {"", 0, retryable, "the connection was closed before the answer was complete"},
		"in a 200":             {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", 200, retryable, "the connection was closed before the answer was complete"},
		"in a 404":             {"HTTP/1.1 404 Not Found\r\nContent-Length: 10\r\n\r\nabc", 404, permanent, "the connection was closed before the answer was complete"},
		"not HTTP":             {"220 mail.example ESMTP\r\n", 0, retryable, "the answer is not valid HTTP"},
		"header without end":   {"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 64<<10), 0, retryable, "the answer is not valid HTTP"},
		"bad chunk":            {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 200, retryable, "the answer is not valid HTTP"},
		"status that is none":  {"HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n", 0, retryable, "the answer is not valid HTTP"},
		"switch of protocol":   {"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", 101, retryable, ""},
		"whole until the end":  {"HTTP/1.0 200 OK\r\n\r\nfine", 200, delivered, ""},
		"1xx, then the answer": {"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 204, delivered, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := openSender(t, Options{}).Send(t.Context(), request(rawServer(t, c.answer, false)))
			if got.Status != c.status || got.Outcome != c.want || got.Error != c.text {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What follows a 101 is no answer, but the raw connection.
func TestSwitchOfProtocolIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	url := rawServer(t, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", true)
	got := openSender(t, Options{Timeout: time.Minute}).Send(t.Context(), request(url))
	if got.Status != 101 || got.Outcome != retryable || got.Error != "" {
		t.Errorf("%+v", got)
	}
}

func TestErrorsNameTheCauseAndNoAddress(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(nil)
	closed.Close()
	selfSigned := httptest.NewTLSServer(nil)
	t.Cleanup(selfSigned.Close)
	selfSigned.Config.ErrorLog = discardLog()
	plain := newReceiver(t, answerWith(200, ""))

	for url, want := range map[string]string{
		closed.URL:                        "the connection was refused",
		selfSigned.URL:                    "the TLS certificate is not from a known authority",
		"https" + plain.URL[len("http"):]: "the host does not speak TLS",
		"ftp://example.test/":             "the URL is not valid",
		"http://user:pw@127.0.0.1/":       "the URL is not valid",
	} {
		got := openSender(t, Options{}).Send(t.Context(), request(url))
		if got.Error != want || got.Outcome != retryable || got.Status != 0 {
			t.Errorf("%s: %+v, want %q", url, got, want)
		}
	}
	if n := len(plain.got()); n != 0 {
		t.Errorf("%d requests over a connection that was to be TLS", n)
	}
}

func TestReceiverThatRefusesTheTLSHandshakeIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*tls.Config{
		"old versions only":            {MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10},
		"alert of its own":             {GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return nil, errors.New("no") }},
		"certificates of clients, 1.2": {ClientAuth: tls.RequireAnyClientCert, MaxVersion: tls.VersionTLS12},
		"certificates of clients, 1.3": {ClientAuth: tls.RequireAnyClientCert, MinVersion: tls.VersionTLS13},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewUnstartedServer(answerWith(200, ""))
			server.TLS, server.Config.ErrorLog = c, discardLog()
			server.StartTLS()
			t.Cleanup(server.Close)
			s := openSender(t, Options{})
			s.transport.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
			if got := s.Send(t.Context(), request(server.URL)); got.Error != "the TLS handshake failed" || got.Outcome != retryable {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestDeliveryOverTLS(t *testing.T) {
	t.Parallel()
	body := make(chan []byte, 1)
	server := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		b, _ := io.ReadAll(req.Body)
		body <- b
	}))
	t.Cleanup(server.Close)
	s := openSender(t, Options{})
	s.transport.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
	req := request(server.URL)
	if got := s.Send(t.Context(), req); got.Outcome != delivered {
		t.Fatalf("%+v", got)
	}
	if !bytes.Equal(<-body, req.Body) {
		t.Error("the body changed")
	}
}
