//go:build chaos

package chaos

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// deployment is an account on a database behind a proxy, a webhook for all events, and replicas of petcare.
type deployment struct {
	t        *testing.T
	database *kit.Database
	proxy    *chaosProxy
	url      string // of the database, as replicas see it
	receiver *chaosReceiver
	key      string
	account  string
	mu       sync.Mutex
	replicas []*kit.Instance
	out      map[*kit.Instance]bool
}

// newDeployment starts a deployment whose replicas reach the database through the proxy.
func newDeployment(t *testing.T, replicas int, settings ...string) *deployment {
	t.Helper()
	d := kit.NewDatabase(t)
	proxy := newChaosProxy(t, d.Dial)
	return deploy(t, d, proxy, proxy.url(), replicas, settings...)
}

// deploy starts a deployment whose replicas reach the database at url, which leads through proxy.
func deploy(t *testing.T, d *kit.Database, proxy *chaosProxy, url string, replicas int, settings ...string) *deployment {
	t.Helper()
	h := &deployment{t: t, database: d, proxy: proxy, url: url, receiver: newChaosReceiver(t)}
	h.account, h.key = kit.AddAccount(t, d.URL()), kit.AddKey(t, d.URL())
	d.Exec("petcare", "delete from outbox.events") // that of the key: the books are those of what comes
	for range replicas {
		h.addReplica(url, settings...)
	}
	s := kit.At(t, h.replicas[0].URL)
	s.Send(h.key, "POST", "/v1/webhooks", map[string]any{"url": h.receiver.url(), "event_types": []string{"*"}}).Object(201)
	return h
}

func (h *deployment) addReplica(databaseURL string, settings ...string) *kit.Instance {
	h.t.Helper()
	p := kit.StartInstance(h.t, databaseURL, slices.Concat([]string{"PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true",
		"PETCARE_WEBHOOKS_BACKOFF=1s", "PETCARE_WEBHOOKS_TIMEOUT=1s"}, settings)...)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.replicas = append(h.replicas, p)
	return p
}

// replica returns the nth replica in rotation among those that are ready.
func (h *deployment) replica(n int) *kit.Instance {
	h.mu.Lock()
	defer h.mu.Unlock()
	for range h.replicas {
		if p := h.replicas[n%len(h.replicas)]; !h.out[p] {
			return p
		}
		n++
	}
	return h.replicas[n%len(h.replicas)]
}

// balance checks the readiness of each replica every 100 ms, like a load balancer, and takes it out while it is not ready. It ends
// with the test.
func (h *deployment) balance() {
	h.out = map[*kit.Instance]bool{}
	end, ended := make(chan struct{}), make(chan struct{})
	h.t.Cleanup(func() {
		close(end)
		<-ended
	})
	go func() {
		defer close(ended)
		for {
			h.mu.Lock()
			list := slices.Clone(h.replicas)
			h.mu.Unlock()
			for _, p := range list {
				response, err := http.Get(p.URL + "/readyz")
				ready := err == nil && response.StatusCode == http.StatusOK
				if err == nil {
					_ = response.Body.Close()
				}
				h.mu.Lock()
				h.out[p] = !ready
				h.mu.Unlock()
			}
			select {
			case <-end:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
}

// importCustomers creates n customers at once.
func (h *deployment) importCustomers(n int) {
	h.t.Helper()
	var lines strings.Builder
	for i := range n {
		fmt.Fprintf(&lines, `{"type":"customer","external_id":"C-%d","first_name":"Ann","last_name":"Number %d"}`+"\n", i, i)
	}
	kit.Run(h.t, h.database.URL(), "import", "--account", "main", kit.Tenant{Service: kit.At(h.t, "")}.File(lines.String()))
}

// figures reports what a kind of failure cost.
func (h *deployment) figures(l *chaosLoad) {
	h.t.Helper()
	var memory []string
	for _, p := range h.replicas {
		if mib := kit.PeakMemory(p.Process.Pid); mib > 0 {
			memory = append(memory, fmt.Sprint(mib))
			if mib > 300 {
				h.t.Errorf("a replica needed %d MiB", mib)
			}
		}
	}
	h.t.Logf("FIGURES %s | %s | %d events arrived, %d repeats | peak memory MiB: %s",
		h.t.Name(), l, h.receiver.distinct(), h.receiver.repeats(), strings.Join(memory, " "))
	for _, said := range h.complaints() {
		h.t.Log(said)
	}
}

// complaints returns the errors in the replicas' logs with their numbers, most frequent first.
func (h *deployment) complaints() []string {
	often := map[string]int{}
	for _, p := range h.replicas {
		for line := range strings.Lines(p.Log.String()) {
			var said struct{ Message, Error string }
			if json.Unmarshal([]byte(line), &said) == nil && said.Error != "" {
				often[fmt.Sprintf("%.160s: %.160s", said.Message, said.Error)]++
			}
		}
	}
	list := slices.SortedFunc(maps.Keys(often), func(a, b string) int { return often[b] - often[a] })
	for i, said := range list {
		list[i] = fmt.Sprintf("%6d × %s", often[said], said)
	}
	return list[:min(len(list), 5)]
}
