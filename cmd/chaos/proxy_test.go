//go:build chaos

package chaos

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// chaosProxy stands between the service and its database and does to connections what networks do.
type chaosProxy struct {
	listener net.Listener
	mu       sync.Mutex
	dial     func() (net.Conn, error) // to the database; nil: nobody is there
	delay    time.Duration            // before each thing that the client sends
	budget   int                      // cut each new connection after about so many bytes; 0: never
	lines    map[*chaosLine]bool
	silent   []*chaosLine // kept, or the garbage collector would end them
}

// chaosLine is one connection through the proxy.
type chaosLine struct {
	client, server net.Conn
	mu             sync.Mutex
	left           int // bytes until it is cut; below 0: it never is
	frozen         chan struct{}
	once           sync.Once
}

func newChaosProxy(t *testing.T, dial func() (net.Conn, error)) *chaosProxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
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

// cut ends every connection in the middle of whatever it does.
func (p *chaosProxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.lines {
		l.close()
	}
	clear(p.lines)
}

// freeze has every present connection fall silent for good without ending it: a cable that was pulled, a machine
// that is gone. New connections are well.
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
			return // and neither side hears of it
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

// spend takes n bytes from what is left and answers how many of them still get through.
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
