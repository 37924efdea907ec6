//go:build chaos

package chaos

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

func TestChaosReplicaIsKilled(t *testing.T) {
	h, l := underLoad(t, 2)
	l.mayBreak.Store(true)
	if err := h.replicas[0].Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-h.replicas[0].Done
	l.wellAgain() // half of the requests fail, and nobody waits for locks of the killed replica
	for l.waiting() > 0 && time.Since(l.back) < soon {
		l.run(10 * time.Millisecond)
	}
	if n := l.waiting(); n > 0 {
		t.Errorf("%d clients wait for a dead replica", n)
	}
	l.enough(100)
	h.replace(0)
	l.run(time.Second) // until no client uses the killed replica any more
	l.mayBreak.Store(false)
	l.endsWell()
}

// A rollout: one replica after the other is stopped under load and replaced. Clients behind a load balancer that checks readiness
// notice nothing.
func TestChaosReplicasAreReplacedInOrder(t *testing.T) {
	t.Parallel()
	h := newDeployment(t, 2)
	h.balance()
	l := h.startLoad()
	l.enough(200)
	for n := range 2 {
		old := h.replicas[n]
		if err := old.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		select {
		case err := <-old.Done:
			if err != nil {
				t.Errorf("%v: %s", err, old.Log)
			}
			t.Logf("replica %d ended in order after %s", n, time.Since(began).Round(time.Millisecond))
		case <-time.After(20 * time.Second):
			t.Fatal("it does not end")
		}
		h.replace(n)
	}
	l.endsWell()
	if n := l.answers["503"] + l.answers["refused"]; n > 0 {
		t.Errorf("%d requests were refused", n)
	}
}

// replace starts a new replica in the place of a stopped one.
func (h *deployment) replace(n int) {
	h.t.Helper()
	fresh := h.addReplica(h.url)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.replicas[n] = fresh
	h.replicas = h.replicas[:2]
}

// The disk of the log is full, or whoever reads it through a pipe has ended or stalled. The service continues without a log.
func TestChaosLogCannotBeWritten(t *testing.T) {
	t.Parallel()
	full := testkit.Must[*os.File](t)(os.OpenFile("/dev/full", os.O_WRONLY, 0))
	defer full.Close()
	pipe := func() (reader, log *os.File) {
		reader, log, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { log.Close() })
		return reader, log
	}
	ended, unread := pipe()
	ended.Close()
	stalled, waiting := pipe()
	defer stalled.Close()
	logs := []*os.File{full, unread, waiting}
	h := newDeployment(t, len(logs))
	for i, log := range logs {
		p := kit.NewInstance(t, h.url, "PETCARE_LOG_LEVEL=info", "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true", "PETCARE_SLOW_QUERY=1us")
		p.Stdout, p.Stderr = log, log
		p.Begin(t)
		h.replicas[i] = p
	}
	l := h.startLoad()
	l.enough(300)
	l.endsWell()
	if n := l.answers["503"] + l.answers["refused"]; n > 0 {
		t.Errorf("%d were refused", n)
	}
}

// A replica is killed during two thousand deliveries while another one runs. All arrive. At most those arrive twice that the killed
// replica had in progress or not yet stored.
func TestChaosReplicaIsKilledWhileItDelivers(t *testing.T) {
	t.Parallel()
	const customers = 2000
	h := newDeployment(t, 2, "PETCARE_WEBHOOKS_TIMEOUT=5s")
	h.receiver.slowDown(20 * time.Millisecond)
	h.importCustomers(customers)
	kit.Eventually(t, "the first deliveries", 20*time.Second, func() bool { return h.receiver.distinct() > customers/4 })
	if err := h.replicas[0].Process.Kill(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	underWay := h.database.Number(`select count(*) from webhooks.deliveries where attempts > 0 and completed_at is null`)
	at := h.receiver.distinct()
	kit.Eventually(t, "the other one goes on", 20*time.Second, func() bool { return h.receiver.distinct() > customers*9/10 })
	most := time.Since(began)
	h.allArrived(time.Minute) // the leases of the killed replica end after 35 s
	if n := h.receiver.repeats(); n > underWay {
		t.Errorf("%d repeats, %d were under way", n, underWay)
	}
	kit.Eventually(t, "all are known as delivered", 5*time.Second, func() bool {
		return h.database.Number(`select count(*) from webhooks.deliveries where status <> 'delivered'`) == 0
	})
	t.Logf("FIGURES %s | killed after %d of %d | nine in ten after %s more, all after %s | %d were under way, %d repeats, most attempts of one delivery at once: %d",
		t.Name(), at, customers, most.Round(time.Millisecond), time.Since(began).Round(time.Millisecond), underWay, h.receiver.repeats(), h.receiver.mostAtOnce())
}
