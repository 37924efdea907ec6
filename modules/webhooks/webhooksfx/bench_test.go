package webhooksfx

import (
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
)

// The benchmarks run the receiver in the same process, and so on the same processors. They do a fixed amount of work whatever b.N is.

func production() webhooks.Options {
	return webhooks.Options{Backoff: 5 * time.Minute, BackoffMultiplier: 1, MaxRetries: 8, Window: 24 * time.Hour, Timeout: 10 * time.Second,
		Concurrency: 128, PerEndpoint: 10, AllowPrivateNetworks: true}
}

// drain measures how fast a backlog of n deliveries to a number of endpoints is sent.
func drain(b *testing.B, endpoints, n int) {
	for range b.N {
		b.StopTimer()
		k := fresh(b)
		h := open(k, production(), false)
		org := h.business(1)
		var arrived atomic.Int64
		all := make(chan struct{})
		for range endpoints {
			server := plainServer(b, func(http.ResponseWriter, *http.Request) {
				if arrived.Add(1) == int64(n) {
					close(all)
				}
			})
			h.webhook(org, server)
		}
		h.publish(org.accounts[0], "pet.updated", n/endpoints)
		b.StartTimer()
		began := time.Now()
		worker := open(k, production(), true)
		<-all
		worker.Until("all is written down", func() bool {
			return h.Count("select count(*) from webhooks.deliveries where next_attempt_at is not null") == 0
		})
		b.ReportMetric(float64(n)/time.Since(began).Seconds(), "deliveries/s")
		b.StopTimer()
		worker.stop(5 * time.Second)
	}
}

func BenchmarkDrainOneEndpoint(b *testing.B)   { drain(b, 1, 6000) }
func BenchmarkDrainFiveEndpoints(b *testing.B) { drain(b, 5, 10000) }

// BenchmarkBesideASlowReceiver reports the time from commit to arrival of 50 events a second, beside an endpoint with a backlog that
// answers after 3 s.
func BenchmarkBesideASlowReceiver(b *testing.B) {
	for range b.N {
		h := open(fresh(b), production(), true)
		other := h.business(1)
		h.webhook(other, plainServer(b, func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(3 * time.Second):
			case <-r.Context().Done():
			}
		}))
		h.publish(other.accounts[0], "pet.updated", 300)
		h.Until("the slow one is busy", func() bool { return h.gauges.InFlight() >= 10 })
		org := h.business(1)
		arrivals := make(chan time.Time, 1)
		h.webhook(org, plainServer(b, func(http.ResponseWriter, *http.Request) { arrivals <- time.Now() }))
		took := make([]time.Duration, 200)
		tick := time.NewTicker(20 * time.Millisecond)
		for i := range took {
			<-tick.C
			h.publish(org.accounts[0], "pet.updated", 1)
			committed := time.Now()
			took[i] = max(0, (<-arrivals).Sub(committed))
		}
		tick.Stop()
		slices.Sort(took)
		for _, p := range []int{50, 95, 99} {
			b.ReportMetric(float64(took[len(took)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
		}
		h.stop(time.Second)
	}
}
