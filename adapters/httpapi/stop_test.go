package httpapi

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/testkit"
)

// TestAStoppingServerSaysSoUntilTheLastRequestHasItsAnswer keeps a request open while the server stops. Readiness must visibly be
// off, which a closed listener would not show.
func TestAStoppingServerSaysSoUntilTheLastRequestHasItsAnswer(t *testing.T) {
	t.Parallel()
	a, account := toysOfOneKey()
	server := testkit.Must[*Server](t)(NewServer(a, func(context.Context) error { return nil }))
	server.drain = 5 * time.Second // more than a busy machine takes for the requests before the refusal
	listener := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	server.Start(listener, func(err error) { t.Error(err) })
	s := service{t: t, url: "http://" + listener.Addr().String(), account: account, transport: &http.Transport{}}

	running := testkit.Must[net.Conn](t)(net.Dial("tcp", listener.Addr().String()))
	defer running.Close()
	body := `{"name":"a"}`
	fmt.Fprintf(running, "POST %s HTTP/1.1\r\nHost: x\r\nX-API-Key: good\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		s.path(""), len(body), body[:5])
	within(t, "the request runs", func() bool { return a.inFlight.running.Load() == 1 })

	stopped := make(chan error, 1)
	go func() { stopped <- server.Stop(t.Context()) }()
	within(t, "readiness is off", func() bool { return s.do("GET", "/readyz", "").status == 503 })
	// The response closes the connection, because an idle connection could be closed just as the client reuses it.
	kept := testkit.Must[net.Conn](t)(net.Dial("tcp", listener.Addr().String()))
	defer kept.Close()
	fmt.Fprintf(kept, "GET %s HTTP/1.1\r\nHost: x\r\nX-API-Key: good\r\n\r\n", s.path(""))
	got := testkit.Must[*http.Response](t)(http.ReadResponse(bufio.NewReader(kept), nil))
	defer got.Body.Close()
	if got.StatusCode != 200 || !got.Close {
		t.Errorf("right after the signal a request got %d, its connection is closed: %v", got.StatusCode, got.Close)
	}
	within(t, "new requests are refused", func() bool { return a.inFlight.closed.Load() })
	refused := s.do("GET", s.path(""), "")
	refused.problem(t, 503, "unavailable")
	if refused.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	s.do("GET", "/readyz", "").problem(t, 503, "unavailable")
	if got := s.do("GET", "/healthz", "").status; got != 200 {
		t.Errorf("the process is still up, but health is %d", got)
	}

	fmt.Fprint(running, body[5:])
	status, err := bufio.NewReader(running).ReadString('\n')
	if err != nil || !strings.Contains(status, " 201 ") {
		t.Errorf("the running request got %q, %v", status, err)
	}
	select {
	case err := <-stopped:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("the server did not stop when nothing ran any more")
	}
}

// A client that does not read its answer has no more time than the server.
func TestAnAnswerThatNobodyReadsDoesNotKeepTheServerFromStopping(t *testing.T) {
	t.Parallel()
	a, _ := toysOfOneKey()
	answering := make(chan struct{})
	endless := Mount{Paths: []string{"/endless"}, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(answering)
		for written := []byte(strings.Repeat("x", 1<<20)); ; {
			if _, err := w.Write(written); err != nil {
				return
			}
		}
	})}
	server := testkit.Must[*Server](t)(NewServer(a, func(context.Context) error { return nil }, endless))
	server.drain = 0
	listener := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	server.Start(listener, func(err error) { t.Error(err) })
	conn := testkit.Must[net.Conn](t)(net.Dial("tcp", listener.Addr().String()))
	defer conn.Close()
	fmt.Fprint(conn, "GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
	<-answering
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := server.Stop(ctx); err != nil || ctx.Err() != nil {
		t.Error(err, ctx.Err())
	}
}

func within(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(what + ": not within a minute")
		}
	}
}
