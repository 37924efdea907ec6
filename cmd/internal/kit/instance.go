package kit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Instance is petcare as a running process.
type Instance struct {
	*exec.Cmd
	URL  string
	Done chan error // receives how the process ended
	Log  *Output
}

// StartInstance starts an instance on a migrated or an empty database. settings are NAME=VALUE.
func StartInstance(t testing.TB, databaseURL string, settings ...string) *Instance {
	t.Helper()
	p := NewInstance(t, databaseURL, settings...)
	p.Begin(t)
	return p
}

// NewInstance returns an instance that is not yet started.
func NewInstance(t testing.TB, databaseURL string, settings ...string) *Instance {
	t.Helper()
	address := FreeAddress(t)
	p := &Instance{URL: "http://" + address, Done: make(chan error, 1), Log: &Output{}}
	p.Cmd = Program(t, databaseURL, "serve")
	p.Env = append(p.Env, "PETCARE_ADDRESS="+address, "PETCARE_METRICS_ADDRESS=", "PETCARE_RATE_LIMIT=0", "PETCARE_LOG_LEVEL=warn")
	p.Env = append(p.Env, settings...)
	p.Stdout, p.Stderr = p.Log, p.Log
	return p
}

// Begin starts the instance and waits until it is ready.
func (p *Instance) Begin(t testing.TB) {
	t.Helper()
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.Done <- p.Wait() }()
	t.Cleanup(func() { _ = p.Process.Kill() })
	Eventually(t, "ready", time.Minute, func() bool { // on a machine that is busy with other tests
		response, err := http.Get(p.URL + "/readyz")
		if err != nil {
			return false
		}
		defer response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
}

// Ports are counted from a random one, so that neither a test nor a process gets what another one is about to listen on.
var (
	anyPort = rand.Uint32()
	given   atomic.Uint32
)

// FreeAddress returns a loopback address that is not in use. The system gives its port to no connection before it is listened on.
func FreeAddress(t testing.TB) string {
	t.Helper()
	const first, end = 15_000, 32_000 // below those of connections
	for {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", first+(anyPort+given.Add(1))%(end-first)))
		if err != nil {
			continue
		}
		_ = l.Close()
		return l.Addr().String()
	}
}

// Output collects the output of a process. It is safe for concurrent use.
type Output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (s *Output) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// String implements fmt.Stringer.
func (s *Output) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}
