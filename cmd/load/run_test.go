//go:build load

package load

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// setting returns a parameter of the measurement from the environment.
func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	return testkit.Must[int](t)(strconv.Atoi(cmp.Or(os.Getenv(name), strconv.Itoa(otherwise))))
}

// mixed is the traffic of a load test.
type mixed struct {
	t       *testing.T
	url     string
	dataset *dataset
	client  *http.Client
	ids     map[string][]string // customers by account
	serial  atomic.Int64

	mu    sync.Mutex
	kinds map[string]*kindOfWork
}

// kindOfWork holds the measurements of a kind of request.
type kindOfWork struct {
	took   []time.Duration
	failed int
}

// Requests are sent at a fixed rate, even if earlier ones have no response yet. Delays count as latency.
func TestLoad(t *testing.T) {
	seconds, rate := setting(t, "LOAD_SECONDS", 120), setting(t, "LOAD_RATE", 150)
	accounts, customers := setting(t, "LOAD_ACCOUNTS", 20), setting(t, "LOAD_CUSTOMERS", 1000)
	c := newDataset(t)
	c.fill(c.accounts[0], customers)
	for i := 1; i < accounts; i++ {
		c.addAccount(fmt.Sprint("a", i))
		c.fill(c.accounts[i], customers)
	}
	c.settled()
	p := kit.StartInstance(t, c.database.URL())
	m := &mixed{t: t, url: p.URL, dataset: c, kinds: map[string]*kindOfWork{}, ids: map[string][]string{},
		client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	m.learn()
	t.Logf("%d accounts with %d customers each, two pets and an order for each of them; %d requests a second for %d s", accounts, customers, rate, seconds)
	before := kit.Memory(p.Process.Pid)
	stop := time.Now().Add(time.Duration(seconds) * time.Second)
	var under sync.WaitGroup
	slots := make(chan struct{}, 1000)
	next, shown := time.Now(), time.Now()
	sent := 0
	for ; time.Now().Before(stop); sent++ {
		next = next.Add(time.Second / time.Duration(rate))
		time.Sleep(time.Until(next))
		at := next
		slots <- struct{}{}
		under.Go(func() {
			m.one(rand.IntN(100), at)
			<-slots
		})
		if time.Since(shown) > time.Duration(seconds)*time.Second/8 {
			shown = time.Now()
			t.Logf("%4.0f s: memory %d MiB", time.Until(stop).Seconds(), kit.Memory(p.Process.Pid))
		}
	}
	under.Wait()
	m.report(sent, seconds)
	t.Logf("memory %d MiB before, %d MiB after, %d MiB at most", before, kit.Memory(p.Process.Pid), kit.PeakMemory(p.Process.Pid))
	var failed int
	for _, k := range m.kinds {
		failed += k.failed
	}
	if failed > 0 {
		t.Errorf("%d requests failed", failed)
	}
}

func (m *mixed) learn() {
	m.t.Helper()
	conn := m.dataset.database.Connect("petcare")
	defer conn.Close(context.Background())
	for _, account := range m.dataset.accounts {
		rows, _ := conn.Query(context.Background(), `select id::text from customerspets.customers where account_id = $1`, account)
		m.ids[account] = testkit.Must[[]string](m.t)(pgx.CollectRows(rows, pgx.RowTo[string]))
	}
}

// one sends the request that dice selects, in the proportions of a front desk with a calendar and a search box.
func (m *mixed) one(dice int, at time.Time) {
	account := m.dataset.accounts[rand.IntN(len(m.dataset.accounts))]
	base, of := "/v1/accounts/"+account, m.ids[account]
	customer := base + "/customers/" + of[rand.IntN(len(of))]
	switch {
	case dice < 35:
		m.ask("get", at, "GET", customer, "", "")
	case dice < 45:
		m.ask("pets", at, "GET", customer+"/pets", "", "")
	case dice < 60:
		m.ask("list", at, "GET", base+"/customers?limit=50", "", "")
	case dice < 65:
		m.ask("orders", at, "GET", base+"/orders?status=open&limit=50", "", "")
	case dice < 75:
		m.ask("search", at, "GET", base+fmt.Sprintf("/customers?search=name%d", rand.IntN(1000)), "", "")
	case dice < 83:
		m.ask("patch", at, "PATCH", customer, fmt.Sprintf(`{"alert":"seen %d"}`, m.serial.Add(1)), "")
	case dice < 92:
		m.ask("create", at, "POST", base+"/customers", m.draft(), "")
	case dice < 95:
		m.ask("pet", at, "POST", customer+"/pets", `{"name":"Rex","species":"dog"}`, "")
	default:
		key, body := fmt.Sprint("load-", m.serial.Add(1)), m.draft()
		first := m.ask("keyed", at, "POST", base+"/customers", body, key)
		if again := m.ask("retry", time.Now(), "POST", base+"/customers", body, key); !bytes.Equal(first, again) {
			m.t.Errorf("a retry was answered %s, the first %s", again, first)
		}
	}
}

func (m *mixed) draft() string {
	n := m.serial.Add(1)
	return fmt.Sprintf(`{"first_name":"Zelda","last_name":"New%d","email":"new%d@example.com","phones":[{"type":"mobile","number":"+4478%08d"}]}`, n, n, n)
}

func (m *mixed) ask(kind string, at time.Time, method, path, body, key string) []byte {
	r, err := http.NewRequest(method, m.url+path, bytes.NewBufferString(body))
	if err != nil {
		m.t.Error(err)
		return nil
	}
	r.Header.Set("X-API-Key", m.dataset.key)
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	text, failed := []byte(nil), true
	response, err := m.client.Do(r)
	if err == nil {
		text, err = io.ReadAll(response.Body)
		failed = err != nil || response.StatusCode >= 300 || !json.Valid(text)
		_ = response.Body.Close()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.kinds[kind]
	if k == nil {
		k = &kindOfWork{}
		m.kinds[kind] = k
	}
	k.took = append(k.took, time.Since(at))
	if failed {
		if k.failed++; k.failed < 4 {
			m.t.Logf("%s: %v %.300s", kind, err, text)
		}
	}
	return text
}

func (m *mixed) report(sent, seconds int) {
	m.t.Logf("%.0f requests a second were sent", float64(sent)/float64(seconds))
	m.t.Logf("%-8s %8s %7s %9s %9s %9s", "kind", "requests", "failed", "p50 ms", "p99 ms", "slowest")
	for _, kind := range slices.Sorted(maps.Keys(m.kinds)) {
		k := m.kinds[kind]
		slices.Sort(k.took)
		at := func(share float64) float64 {
			return float64(k.took[min(int(share*float64(len(k.took))), len(k.took)-1)].Microseconds()) / 1000
		}
		m.t.Logf("%-8s %8d %7d %9.2f %9.2f %9.2f", kind, len(k.took), k.failed, at(.5), at(.99), at(1))
	}
}
