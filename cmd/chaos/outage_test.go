//go:build chaos

package chaos

import (
	"net"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// soon is how fast everything must recover after the database has, without a restart of the service.
const soon = 10 * time.Second

// longest is the time limit of a request with a margin.
const longest = 17 * time.Second

// endsWell checks that everything works again soon and nothing was lost.
func (l *chaosLoad) endsWell() {
	l.t.Helper()
	l.wellAgain()
	l.recovered()
	l.settle()
}

// settle ends the load and checks its results.
func (l *chaosLoad) settle() {
	l.t.Helper()
	l.enough(50)
	l.stop()
	if l.slowest > longest {
		l.t.Errorf("somebody waited for %s", l.slowest)
	}
	l.balance()
	l.arrived()
	l.house.figures(l)
}

// underLoad starts a deployment and clients that are well. The test runs beside others.
func underLoad(t *testing.T, replicas int, settings ...string) (*deployment, *chaosLoad) {
	t.Helper()
	t.Parallel()
	h := newDeployment(t, replicas, settings...)
	l := h.startLoad()
	l.enough(100)
	return h, l
}

func TestChaosDatabaseStopsAndStarts(t *testing.T) {
	h, l := underLoad(t, 1)
	h.database.Stop()
	l.run(3 * time.Second)
	h.database.Start()
	l.endsWell()
}

func TestChaosDatabaseIsKilled(t *testing.T) {
	h, l := underLoad(t, 1)
	for range 3 {
		l.enough(100)
		h.database.Kill()
		l.run(time.Second)
		h.database.Start()
		l.wellAgain()
		l.recovered()
	}
	l.settle()
}

// The standby is promoted after the primary has failed, and the address leads to it.
func TestChaosStandbyTakesOver(t *testing.T) {
	h, l := underLoad(t, 1)
	standby := h.database.Standby()
	h.database.Kill()
	h.proxy.set(func(p *chaosProxy) { p.dial = nil })
	l.run(time.Second)
	standby.Promote()
	h.proxy.set(func(p *chaosProxy) { p.dial = standby.Dial })
	h.database = standby
	l.endsWell()
}

// The address leads to the standby before it is promoted, as with DNS and load balancers. Nothing may be read from the standby, and
// connections to it must not outlast that.
func TestChaosAddressLeadsToTheStandbyForAWhile(t *testing.T) {
	h, l := underLoad(t, 1)
	standby := h.database.Standby()
	h.proxy.set(func(p *chaosProxy) { p.dial = standby.Dial })
	h.proxy.cut()
	l.run(3 * time.Second)
	// The address leads to the primary again. Connections to the standby stay open.
	h.proxy.set(func(p *chaosProxy) { p.dial = h.database.Dial })
	l.endsWell()
}

// The URL has two addresses, and petcare finds the primary.
func TestChaosURLNamesBothDatabases(t *testing.T) {
	t.Parallel()
	d := kit.NewDatabase(t)
	first := newChaosProxy(t, d.Dial)
	h := deploy(t, d, first, first.url(), 1)
	standby := d.Standby()
	second := newChaosProxy(t, standby.Dial)
	h.replicas = nil
	h.addReplica("postgres://petcare@" + second.listener.Addr().String() + "," + first.listener.Addr().String() + "/petcare?sslmode=disable&target_session_attrs=read-write")
	l := h.startLoad()
	l.enough(100)
	d.Kill()
	l.run(time.Second)
	standby.Promote()
	h.database = standby
	l.endsWell()
}

// Connections break after a random number of bytes in both directions, in the middle of messages and commits.
func TestChaosConnectionsAreCut(t *testing.T) {
	h, l := underLoad(t, 1)
	h.proxy.set(func(p *chaosProxy) { p.budget = 60_000 })
	h.proxy.cut()
	for range 20 {
		l.run(200 * time.Millisecond)
		h.proxy.cut()
	}
	h.proxy.set(func(p *chaosProxy) { p.budget = 0 })
	h.proxy.cut()
	l.endsWell()
}

// Open connections become silent without closing, while the server holds their locks, as with a broken cable, firewall or machine.
func TestChaosConnectionsFallSilent(t *testing.T) {
	h, l := underLoad(t, 1, "PETCARE_REQUEST_TIMEOUT=3s")
	// Wait until a row is locked.
	held := `select count(distinct pid) from pg_locks join pg_stat_activity using (pid)
		where state = 'idle in transaction' and state_change < now() - interval '1 second' and mode = 'RowExclusiveLock'`
	kit.Eventually(t, "locks of silent connections", time.Minute, func() bool {
		h.proxy.freeze()
		l.wellAgain()
		l.run(1500 * time.Millisecond)
		return h.database.Number(held) > 0
	})
	l.recovered()
	if n := h.database.Number(held); n != 0 {
		t.Errorf("%d silent connections hold locks", n)
	}
	l.settle()
}

// Every message to the database takes half a second. Responses are slow, but correct and within limits.
func TestChaosDatabaseIsSlow(t *testing.T) {
	h, l := underLoad(t, 1)
	h.proxy.set(func(p *chaosProxy) { p.delay = 500 * time.Millisecond })
	l.run(15 * time.Second)
	h.proxy.set(func(p *chaosProxy) { p.delay = 0 })
	l.endsWell()
}

// The database accepts connections and never responds.
func TestChaosDatabaseIsMute(t *testing.T) {
	h, l := underLoad(t, 1, "PETCARE_REQUEST_TIMEOUT=3s")
	mute := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	defer mute.Close()
	h.proxy.set(func(p *chaosProxy) {
		p.dial = func() (net.Conn, error) { return net.Dial("tcp", mute.Addr().String()) }
	})
	h.proxy.cut()
	l.run(8 * time.Second)
	h.proxy.set(func(p *chaosProxy) { p.dial = h.database.Dial })
	h.proxy.cut()
	l.endsWell()
}

// The database allows fewer connections than the replicas need.
func TestChaosConnectionsRunOut(t *testing.T) {
	h, l := underLoad(t, 2)
	h.database.Exec("postgres", "alter role petcare connection limit 5")
	h.proxy.cut()
	l.run(4 * time.Second)
	before := l.count()
	l.run(2 * time.Second)
	if made := l.count() - before; made < 10 {
		t.Errorf("%d customers were made in 2 s with the connections that there are", made)
	}
	h.database.Exec("postgres", "alter role petcare connection limit -1")
	l.endsWell()
}
