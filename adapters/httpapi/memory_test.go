package httpapi

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

// slowly sends the beginning of a body, of a size, and returns a function that sends the end and returns the status.
func (s service) slowly(size int) (end func() int) {
	s.t.Helper()
	read, write := io.Pipe()
	r := testkit.Must[*http.Request](s.t)(http.NewRequest(http.MethodPost, s.url+s.path(""), read))
	r.Header.Set("X-API-Key", "good")
	status := make(chan int, 1)
	go func() {
		response, err := (&http.Client{Transport: s.transport}).Do(r)
		if err != nil {
			status <- 0
			return
		}
		_ = response.Body.Close()
		status <- response.StatusCode
	}()
	_, _ = write.Write([]byte(strings.Repeat(" ", size)))
	return func() int {
		_, _ = write.Write([]byte(`{"name":"Rex"}`))
		_ = write.Close()
		return <-status
	}
}

// holds waits until m holds a number of bytes.
func (s service) holds(m *Quota, bytes int) {
	s.t.Helper()
	within(s.t, fmt.Sprintf("%d bytes are held", bytes), func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.total == bytes
	})
}

// Whoever sends large bodies slowly does not fill the memory: one more is refused until one of them has arrived.
func TestLargeBodiesThatArriveSlowlyAreLimited(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	const each = maxBody + 1
	s.api.receiving.ofOne = 2 * each
	first, second := s.slowly(smallEnough+100_000), s.slowly(smallEnough+100_000)
	s.holds(s.api.receiving, 2*each)
	large := strings.Repeat(" ", smallEnough+1) + `{"name":"Rex"}`
	a := s.do("POST", s.path(""), large)
	if a.problem(t, http.StatusTooManyRequests, "rate_limited"); a.header.Get("Retry-After") == "" {
		t.Error("nothing says when to try again")
	}
	s.make("small")
	if got := first(); got != http.StatusCreated {
		t.Errorf("a body that arrives slowly is answered with %d", got)
	}
	if a := s.do("POST", s.path(""), large); a.status != http.StatusCreated {
		t.Errorf("a body after one has arrived is answered with %d", a.status)
	}
	second()
	s.holds(s.api.receiving, 0)
}

// Whoever reads large answers slowly does not fill the memory either. What a write has done is answered all the same.
func TestLargeAnswersThatAreReadSlowlyAreLimited(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	made := s.make("Rex")
	one, who := s.path("/"+made.ID.String()), HolderOf(s.api.options.Authenticator.(keyring).key)
	s.api.small, s.api.sending.ofOne = 10, 1000
	release, err := s.api.sending.Take(who, 990) // an answer that is being read
	if err != nil {
		t.Fatal(err)
	}
	a := s.do("GET", one, "")
	if a.problem(t, http.StatusTooManyRequests, "rate_limited"); a.header.Get("ETag") != "" || a.header.Get("Retry-After") == "" {
		t.Errorf("the headers are %v", a.header)
	}
	if a := s.do("PATCH", one, `{"name":"Max"}`); a.status != http.StatusOK || !strings.Contains(a.body, "Max") {
		t.Errorf("a write is answered with %d %s", a.status, a.body)
	}
	if a := s.do("GET", one, "", "X-API-Key", "", "Authorization", "Bearer customer"); a.status != http.StatusOK {
		t.Errorf("somebody else is answered with %d %s", a.status, a.body)
	}
	release()
	if a := s.do("GET", one, ""); a.status != http.StatusOK || a.header.Get("ETag") == "" {
		t.Errorf("then the answer is %d %v", a.status, a.header)
	}
	s.holds(s.api.sending, 0)
}

// brokenPipe is a client that has disconnected.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestAClientThatStopsReadingIsNoFault(t *testing.T) {
	t.Parallel()
	if err := format().Marshal(brokenPipe{}, toy{}); err != nil {
		t.Error(err)
	}
}
