package clients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// A network that loses the first response to every write, and some reads, does not affect the result.
func TestBrokenConnectionsChangeNothing(t *testing.T) {
	forEach(t, func(t *testing.T, c client) {
		plain, broken := running(t), running(t)
		c.run(t, "everything", plain.URL, plain)
		c.run(t, "everything", breaking(t, broken.URL), broken)
		want, got := eventsOf(plain.tenant(t)), eventsOf(broken.tenant(t))
		for name, n := range want {
			if got[name] != n {
				t.Errorf("%d times %s, want %d", got[name], name, n)
			}
		}
	})
}

func eventsOf(x kit.Tenant) map[string]int {
	counts := map[string]int{}
	for after := "oldest"; ; {
		page := x.Do("GET", "events?limit=200&after="+url.QueryEscape(after), nil).Object(200)
		for _, e := range page["data"].([]any) {
			counts[e.(map[string]any)["type"].(string)]++
		}
		if after = page["next_cursor"].(string); page["has_more"] == false {
			return counts
		}
	}
}

// breaking is a proxy that makes the first request of each kind fail. If repeating it is safe, the response is lost after the request
// was executed, or the service is busy; otherwise the request is refused.
func breaking(t testing.TB, to string) string {
	t.Helper()
	target := testkit.Must[*url.URL](t)(url.Parse(to))
	forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	var mu sync.Mutex
	known, reads := map[string]bool{}, 0
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		kind := fmt.Sprint(r.Method, r.URL, string(body), r.Header.Get("Idempotency-Key"))
		mu.Lock()
		first := !known[kind]
		known[kind] = true
		reads++
		turn := reads
		mu.Unlock()
		switch {
		case !first || r.Method == "GET" && turn%3 != 0:
			forward.ServeHTTP(w, r)
		case r.Method == "GET" && turn%2 == 0:
			w.Header().Set("Content-Length", "1000") // the response is truncated
			_, _ = io.WriteString(w, `{"data": [`)
		case r.Method == "GET":
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.Method == "DELETE" || r.Header.Get("Idempotency-Key") != "":
			forward.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		default:
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // of the aborts
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}

// A PATCH or PUT that may have been executed is not repeated, because another client may have changed the record since.
func TestAPatchOrPutWhoseAnswerIsLostIsNotRepeated(t *testing.T) {
	forEach(t, func(t *testing.T, c client) {
		b := newBusiness(t)
		b.Begin(t)
		var patches, puts, reads atomic.Int32
		url := proxy(t, b.URL, func(r *http.Response) error {
			switch r.Request.Method {
			case "PATCH":
				patches.Add(1)
				panic(http.ErrAbortHandler)
			case "PUT":
				puts.Add(1)
				panic(http.ErrAbortHandler)
			case "GET":
				if reads.Add(1) == 1 {
					r.StatusCode = http.StatusServiceUnavailable
					r.Header.Set("Retry-After", "2")
				}
			}
			return nil
		})
		o := c.start(t, "lost", url, b)
		for _, want := range []string{"waited true", "failed true", "failed true"} {
			if line := o.next(t); line != want {
				t.Errorf("got %s, want %s", line, want)
			}
		}
		if patches, puts := patches.Load(), puts.Load(); patches != 1 || puts != 1 {
			t.Errorf("the PATCH was sent %d times, the PUT %d times", patches, puts)
		}
	})
}

// What happens while the first page is held, and lost with it, comes all the same: now is when following began.
func TestFollowingFromNowMissesNothing(t *testing.T) {
	const created = `{"data": [{"id": "1", "type": "customer.created", "data": {"object": {"first_name": %q}}}], "next_cursor": %q}`
	forEach(t, func(t *testing.T, c client) {
		var lost atomic.Bool
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			after := r.URL.Query().Get("after")
			switch {
			case r.URL.Query().Get("wait") == "10" && !lost.Swap(true):
				panic(http.ErrAbortHandler)
			case after == "now" && !lost.Load():
				fmt.Fprint(w, `{"data": [], "next_cursor": "before"}`)
			case after == "before":
				fmt.Fprintf(w, created, "Early", "between")
			default:
				fmt.Fprintf(w, created, "Late", "behind")
			}
		}))
		server.Config.ErrorLog = log.New(io.Discard, "", 0) // of the abort
		server.Start()
		t.Cleanup(server.Close)
		o := c.start(t, "follow", server.URL, business{account: "a"}, "PETCARE_AFTER=now")
		if line := o.next(t); line != "customer.created Early between" {
			t.Error(line)
		}
	})
}

// A newer server has keys, enum values and event types that an older client does not know.
func TestClientsWorkWithANewerServer(t *testing.T) {
	enums, maps := keysWith(t, "enum"), keysWith(t, "additionalProperties")
	enums["type"] = true
	forEach(t, func(t *testing.T, c client) {
		b := running(t)
		c.run(t, "everything", proxy(t, b.URL, func(r *http.Response) error { return renew(r, enums, maps) }), b)
	})
}

// keysWith returns the keys whose schemas have a keyword.
func keysWith(t testing.TB, keyword string) map[string]bool {
	t.Helper()
	keys := map[string]bool{}
	for _, schema := range described(t).Components.Schemas {
		for name, property := range schema.Properties {
			if property[keyword] != nil {
				keys[name] = true
			}
		}
	}
	return keys
}

func renew(r *http.Response, enums, maps map[string]bool) error {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); media == "application/json" {
		var answer any
		if err := json.Unmarshal(text, &answer); err != nil {
			return err
		}
		grow(answer, enums, maps)
		if text, err = json.Marshal(answer); err != nil {
			return err
		}
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	r.Header.Set("Content-Length", fmt.Sprint(len(text)))
	return nil
}

// grow adds keys to records, but not to maps, whose keys are data.
func grow(node any, enums, maps map[string]bool) {
	switch node := node.(type) {
	case []any:
		for _, v := range node {
			grow(v, enums, maps)
		}
	case map[string]any:
		for key, v := range node {
			if _, text := v.(string); text && enums[key] {
				node[key] = "newer_" + key
				continue
			}
			if !maps[key] {
				grow(v, enums, maps)
			}
		}
		node["a_newer_key"] = map[string]any{"deep": []any{1, "two", nil}}
	}
}
