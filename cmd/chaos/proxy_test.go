//go:build chaos

package chaos

import (
	"github.com/petcare/petcare/platform/testkit"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// chaosProxy is a proxy between the service and its database that simulates network failures.
type chaosProxy struct {
	listener net.Listener
	mu       sync.Mutex
	dial     func() (net.Conn, error) // to the database; nil: refuse connections
	delay    time.Duration            // before everything that the client sends
	budget   int                      // close each new connection after about this many bytes; 0: never
	lines    map[*chaosLine]bool
	silent   []*chaosLine // kept, because the garbage collector would close them
}

// chaosLine is a connection through the proxy.
type chaosLine struct {
	client, server net.Conn
	mu             sync.Mutex
	left           int // bytes until it is closed; negative: never
	frozen         chan struct{}
	once           sync.Once
}

func newChaosProxy(t *testing.T, dial func() (net.Conn, error)) *chaosProxy {
	t.Helper()
	l := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	p := &chaosProxy{listener: l, dial: dial, lines: map[*chaosLine]bool{}}
	go p.accept()
	t.Cleanup(func() {
		_ = l.Close()
		p.cut()
		for _, line := range p.silent {
			line.close()
		}
	})
	return p
}

func (p *chaosProxy) url() string {
	return "postgres://petcare@" + p.listener.Addr().String() + "/petcare?sslmode=disable"
}

// set changes what happens to connections from now on.
func (p *chaosProxy) set(change func(*chaosProxy)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(p)
}

// cut closes all connections at once.
func (p *chaosProxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.lines {
		l.close()
	}
	clear(p.lines)
}

// freeze makes all open connections silent without closing them, like a broken cable or machine. New connections work.
func (p *chaosProxy) freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.lines {
		l.once.Do(func() {
			close(l.frozen)
			p.silent = append(p.silent, l)
		})
	}
}

func (p *chaosProxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.serve(client)
	}
}

func (p *chaosProxy) serve(client net.Conn) {
	p.mu.Lock()
	dial, budget := p.dial, p.budget
	p.mu.Unlock()
	if dial == nil {
		_ = client.Close()
		return
	}
	server, err := dial()
	if err != nil {
		_ = client.Close()
		return
	}
	l := &chaosLine{client: client, server: server, left: -1, frozen: make(chan struct{})}
	if budget > 0 {
		l.left = rand.IntN(2*budget) + 1
	}
	p.mu.Lock()
	p.lines[l] = true
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { l.pump(client, server, p.pause) })
	both.Go(func() { l.pump(server, client, func() time.Duration { return 0 }) })
	both.Wait()
	p.mu.Lock()
	delete(p.lines, l)
	p.mu.Unlock()
}

func (p *chaosProxy) pause() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.delay
}

func (l *chaosLine) pump(from, to net.Conn, pause func() time.Duration) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		select {
		case <-l.frozen:
			return // without closing either side
		default:
		}
		if d := pause(); d > 0 {
			time.Sleep(d)
		}
		if n = l.spend(n); n > 0 {
			if _, failed := to.Write(buffer[:n]); failed != nil {
				err = failed
			}
		}
		if err != nil || l.spent() {
			l.close()
			return
		}
	}
}

// spend takes n bytes from the budget and returns how many of them may pass.
func (l *chaosLine) spend(n int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left < 0 {
		return n
	}
	n = min(n, l.left)
	l.left -= n
	return n
}

func (l *chaosLine) spent() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.left == 0
}

func (l *chaosLine) close() {
	_ = l.client.Close()
	_ = l.server.Close()
}
