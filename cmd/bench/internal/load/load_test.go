package load

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

func dial(t *testing.T, address string) *Connection {
	t.Helper()
	c, err := Dial(address, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestAnswersOfKnownLengthAndInChunksAreReadWhole(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 30_000)
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/chunks":
			for part := range 30 {
				fmt.Fprint(w, long[part*10_000:(part+1)*10_000])
				w.(http.Flusher).Flush()
			}
		case "/empty":
			w.Header().Set("Content-Length", "0")
			w.WriteHeader(http.StatusTeapot)
		default:
			w.Header().Set("Content-Length", fmt.Sprint(len(long)))
			fmt.Fprint(w, long)
		}
	})
	c := dial(t, address)
	for _, want := range []struct {
		path   string
		status int
		body   string
	}{{"/length", 200, long}, {"/chunks", 200, long}, {"/empty", 418, ""}, {"/chunks", 200, long}} {
		status, body, err := c.Do(NewRequest(address, "", "GET", want.path, ""), 0)
		if err != nil || status != want.status || string(body) != want.body {
			t.Errorf("%s: status %d, %d bytes, %v", want.path, status, len(body), err)
		}
	}
}

func TestEveryChangeCarriesItsOwnSerial(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	seen := map[string]bool{}
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		if seen[string(body)] || len(body) != len(Serial)+2 || r.Header.Get("X-API-Key") != "k" {
			t.Errorf("got %s with key %q", body, r.Header.Get("X-API-Key"))
		}
		seen[string(body)] = true
	})
	r, err := Run(context.Background(), address, []Request{NewRequest(address, "k", "POST", "/", `"`+Serial+`"`)}, 4, 500*time.Millisecond)
	if err != nil || r.Requests == 0 || r.Requests != len(seen) {
		t.Errorf("%d requests, %d seen, %v", r.Requests, len(seen), err)
	}
}

func TestRunEndsAtAnAnswerThatIsNoSuccess(t *testing.T) {
	t.Parallel()
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusConflict) })
	_, err := Run(context.Background(), address, []Request{NewRequest(address, "", "GET", "/", "")}, 2, time.Minute)
	if err == nil || !strings.Contains(err.Error(), "409") {
		t.Errorf("err %v", err)
	}
}
