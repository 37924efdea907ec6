package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// benchCustomers is how many customers the account of the benchmark has.
const benchCustomers = 20_000

// work is one kind of request; it is sent to petcare and to the handler written by hand, in turns, so that whatever
// else the machine does falls on both.
type work struct {
	name    string
	request func(r *rand.Rand, base string) (*http.Request, error)
}

// measured is what one side did in one round.
type measured struct {
	requests  int
	took      time.Duration
	latencies []time.Duration
	allocs    uint64
	cpu       time.Duration // of the whole machine: client, service and database
}

func (m measured) perSecond() float64 { return float64(m.requests) / m.took.Seconds() }

func (m measured) at(share float64) time.Duration {
	return m.latencies[min(int(share*float64(len(m.latencies))), len(m.latencies)-1)]
}

// BenchmarkAgainstByHand prints for each kind of request: requests per second, p50, p99, allocations a request (client
// included), and the ratio to a net/http + pgx handler that does the same SQL and the same JSON. Medians of rounds. On
// Linux also the processor time of the machine for a request, of all rounds: it is the steadier figure.
func BenchmarkAgainstByHand(b *testing.B) {
	t := kit.NewTenant(b)
	ids := fillCustomers(t, benchCustomers)
	hand := startByHand(b, t)
	bases := []string{t.URL + t.Base, hand}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32}}
	for _, w := range benchWork(t, ids) {
		b.Run(w.name, func(b *testing.B) {
			const rounds = 5
			var sides [2][]measured
			for range rounds {
				for side, base := range bases {
					sides[side] = append(sides[side], drive(b, client, w, base, time.Second))
				}
			}
			ours, theirs := median(sides[0]), median(sides[1])
			b.ReportMetric(0, "ns/op") // a round has its own length; the time of one loop says nothing
			b.ReportMetric(ours.perSecond(), "req/s")
			b.ReportMetric(float64(ours.at(.5).Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(ours.at(.99).Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(ours.allocs)/float64(ours.requests), "allocs/req")
			b.ReportMetric(theirs.perSecond(), "byhand-req/s")
			b.ReportMetric(ours.perSecond()/theirs.perSecond(), "ratio")
			if own, other := cpuPerRequest(sides[0]), cpuPerRequest(sides[1]); own > 0 {
				b.ReportMetric(own, "cpu-µs/req")
				b.ReportMetric(other/own, "cpu-ratio")
			}
		})
	}
}

func median(rounds []measured) measured {
	slices.SortFunc(rounds, func(a, b measured) int { return int(a.perSecond() - b.perSecond()) })
	return rounds[len(rounds)/2]
}

func cpuPerRequest(rounds []measured) float64 {
	var cpu time.Duration
	var n int
	for _, m := range rounds {
		cpu, n = cpu+m.cpu, n+m.requests
	}
	return float64(cpu.Microseconds()) / float64(n)
}

// busy is how long the processors of the machine have worked so far; zero where that is not known.
func busy() time.Duration {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(stat), "\n")
	var ticks int
	for i, field := range strings.Fields(line) { // cpu user nice system idle iowait irq softirq steal
		if n, err := strconv.Atoi(field); err == nil && i != 4 && i != 5 && i < 8 {
			ticks += n
		}
	}
	return time.Duration(ticks) * time.Second / 100
}

// drive sends requests from 16 clients for a while.
func drive(b *testing.B, client *http.Client, w work, base string, d time.Duration) measured {
	b.Helper()
	const clients = 16
	var mu sync.Mutex
	var all []time.Duration
	var failed atomic.Int64
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began, worked := time.Now(), busy()
	var done sync.WaitGroup
	for c := range clients {
		done.Go(func() {
			r := rand.New(rand.NewPCG(uint64(c), uint64(began.UnixNano())))
			var mine []time.Duration
			for time.Since(began) < d {
				request, err := w.request(r, base)
				if err != nil {
					b.Error(err)
					return
				}
				at := time.Now()
				response, err := client.Do(request)
				if err != nil {
					b.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
				if response.StatusCode >= 300 {
					failed.Add(1)
				}
				mine = append(mine, time.Since(at))
			}
			mu.Lock()
			all = append(all, mine...)
			mu.Unlock()
		})
	}
	done.Wait()
	took := time.Since(began)
	cpu := busy() - worked
	runtime.ReadMemStats(&after)
	if n := failed.Load(); n > 0 {
		b.Fatalf("%s: %d of %d requests failed", w.name, n, len(all))
	}
	slices.Sort(all)
	return measured{len(all), took, all, after.Mallocs - before.Mallocs, cpu}
}

func benchWork(t kit.Tenant, ids []uuid.UUID) []work {
	pick := func(r *rand.Rand) string { return ids[r.IntN(len(ids))].String() }
	send := func(method, url, body string) (*http.Request, error) {
		var content io.Reader
		if body != "" {
			content = bytes.NewBufferString(body)
		}
		request, err := http.NewRequestWithContext(context.Background(), method, url, content)
		if err != nil {
			return nil, err
		}
		request.Header.Set("X-API-Key", t.Key)
		request.Header.Set("Content-Type", "application/json")
		return request, nil
	}
	return []work{
		{"get", func(r *rand.Rand, base string) (*http.Request, error) {
			return send("GET", base+"/customers/"+pick(r), "")
		}},
		{"list50", func(_ *rand.Rand, base string) (*http.Request, error) {
			return send("GET", base+"/customers?limit=50", "")
		}},
		{"search", func(r *rand.Rand, base string) (*http.Request, error) {
			return send("GET", base+fmt.Sprintf("/customers?limit=50&search=name%05d", r.IntN(benchCustomers)), "")
		}},
		{"create", func(r *rand.Rand, base string) (*http.Request, error) {
			return send("POST", base+"/customers", benchBody(r))
		}},
		{"patch", func(r *rand.Rand, base string) (*http.Request, error) {
			return send("PATCH", base+"/customers/"+pick(r), fmt.Sprintf(`{"alert":"note %d"}`, r.IntN(1<<30)))
		}},
	}
}

// benchBody is a customer of about 750 bytes.
func benchBody(r *rand.Rand) string {
	n := r.IntN(1 << 30)
	return fmt.Sprintf(`{"first_name":"Rosalind","last_name":"Name%05d","company_name":"Second Chance Rescue","email":"r%d@example.com",`+
		`"phones":[{"type":"mobile","number":"+4477009%05d","primary":true},{"type":"home","number":"+442079460123"}],`+
		`"address":{"line1":"12 Willow Lane","line2":"Flat 3","city":"London","region":"Greater London","postcode":"NW1 8AB","country":"GB"},`+
		`"contacts":[{"name":"Tom Hughes","relationship":"Partner","phone":"+447700900124","emergency":true,"authorised_pickup":true}],`+
		`"vet":{"practice":"Goose Green Vets","name":"Dr Patel","phone":"+442079460123"},"communication":{"email_opt_in":true},`+
		`"tags":["regular","collects late"],"alert":"Text only, hard of hearing","referral_source":"Friend"}`, n%100000, n, n%100000)
}
