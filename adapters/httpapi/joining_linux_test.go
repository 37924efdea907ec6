package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// bodyClient requests bodies over one connection.
type bodyClient struct {
	http.Client
	url  string
	conn net.Conn
}

// serveBodies serves a body and a header of as many bytes as the path says.
func serveBodies(t *testing.T) *bodyClient {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var size, padding int
		if _, err := fmt.Sscanf(r.URL.Path, "/%d/%d", &size, &padding); err != nil {
			t.Error(err)
		}
		w.Header().Set("X-Padding", string(numbered(padding)))
		w.Header().Set("Content-Length", strconv.Itoa(size))
		_, _ = w.Write(numbered(size))
	})}
	go func() { _ = server.Serve(problemListener{listener}) }()
	t.Cleanup(func() { _ = server.Close() })

	c := &bodyClient{url: "http://" + listener.Addr().String() + "/"}
	c.Timeout = time.Minute
	c.Transport = &http.Transport{MaxConnsPerHost: 1, DialContext: func(_ context.Context, network, address string) (net.Conn, error) {
		var err error
		c.conn, err = net.Dial(network, address)
		return c.conn, err
	}}
	return c
}

// numbered returns n bytes of which no two parts are the same.
func numbered(n int) []byte {
	var b []byte
	for i := 0; len(b) < n; i++ {
		b = append(strconv.AppendInt(b, int64(i), 10), ',')
	}
	return b[:n]
}

func (c *bodyClient) get(t *testing.T, method string, size, padding int) {
	t.Helper()
	want := numbered(size)
	if method == http.MethodHead {
		want = nil
	}
	request, err := http.NewRequestWithContext(t.Context(), method, fmt.Sprintf("%s%d/%d", c.url, size, padding), nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.Do(request)
	if err != nil {
		t.Fatalf("%s %d, padding %d: %v", method, size, padding, err)
	}
	got, err := io.ReadAll(response.Body)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%s %d, padding %d: %d bytes, %v", method, size, padding, len(got), err)
	}
	_ = response.Body.Close()
}

// segments returns how many segments with data the client has received.
func (c *bodyClient) segments(t *testing.T) (n uint32) {
	t.Helper()
	raw, err := c.conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if err := raw.Control(func(fd uintptr) {
		info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
		if err != nil {
			t.Error(err)
			return
		}
		n = info.Data_segs_in
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAResponseArrivesAtOnce(t *testing.T) {
	t.Parallel()
	c := serveBodies(t)
	var before uint32
	for _, size := range []int{100, 5_000, 30_000} {
		c.get(t, http.MethodGet, size, 0)
		now := c.segments(t)
		if now != before+1 {
			t.Errorf("%d bytes arrived in %d segments", size, now-before)
		}
		before = now
	}
}

// 4 KiB is the buffer of net/http: heads and bodies of about that size end in it, fill it or go on behind it.
func TestResponsesOfAllSizesAreComplete(t *testing.T) {
	t.Parallel()
	c := serveBodies(t)
	for about := 3_800; about < 4_200; about++ {
		c.get(t, http.MethodGet, about, 0)
		c.get(t, http.MethodGet, 10, about)
		c.get(t, http.MethodHead, 10, about)
	}
	for _, size := range []int{0, 1, 2_048, 8_192, 100_000, 5_000_000} {
		c.get(t, http.MethodGet, size, 0)
	}
}
