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

// latency publishes at a fixed rate and reports the time from commit to arrival.
func latency(b *testing.B, h *house, org business, n int, every time.Duration, arrivals <-chan time.Time) {
	took := make([]time.Duration, 0, n)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for range n {
		<-tick.C
		h.publish(org.accounts[0], "pet.updated", 1)
		committed := time.Now()
		took = append(took, max(0, (<-arrivals).Sub(committed)))
	}
	slices.Sort(took)
	for _, p := range []int{50, 95, 99} {
		b.ReportMetric(float64(took[n*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
	}
}

func BenchmarkCommitToReceiptAt50PerSecond(b *testing.B) {
	for range b.N {
		h := open(fresh(b), production(), true)
		org := h.business(1)
		arrivals := make(chan time.Time, 1)
		h.webhook(org, plainServer(b, func(http.ResponseWriter, *http.Request) { arrivals <- time.Now() }))
		latency(b, h, org, 200, 20*time.Millisecond, arrivals)
	}
}

// BenchmarkBesideSlowReceivers measures a fast endpoint beside others with backlogs and responses after 3 s.
func BenchmarkBesideSlowReceivers(b *testing.B) {
	for _, slow := range []int{1, 20} {
		b.Run(fmt.Sprintf("%d", slow), func(b *testing.B) {
			for range b.N {
				h := open(fresh(b), production(), true)
				other := h.business(1)
				for range slow {
					h.webhook(other, plainServer(b, func(_ http.ResponseWriter, r *http.Request) {
						select {
						case <-time.After(3 * time.Second):
						case <-r.Context().Done():
						}
					}))
				}
				h.publish(other.accounts[0], "pet.updated", 300)
				h.Until("the slow ones are busy", func() bool { return h.gauges.InFlight() >= min(10*slow, 64) })
				org := h.business(1)
				arrivals := make(chan time.Time, 1)
				h.webhook(org, plainServer(b, func(http.ResponseWriter, *http.Request) { arrivals <- time.Now() }))
				latency(b, h, org, 200, 20*time.Millisecond, arrivals)
				h.stop(time.Second)
			}
		})
	}
}

func BenchmarkIdleStatements(b *testing.B) {
	for range b.N {
		h := open(fresh(b), production(), true)
		statements := func() int {
			return h.Count("select xact_commit + xact_rollback from pg_stat_database where datname = current_database()")
		}
		before := statements()
		<-time.After(3 * time.Second)
		b.ReportMetric(float64(statements()-before-1)/3, "statements/s")
	}
}

// BenchmarkRecord measures an event's cost to its transaction, without webhooks and with one that subscribes to it.
func BenchmarkRecord(b *testing.B) {
	for _, subscribed := range []int{0, 1} {
		b.Run(fmt.Sprintf("%d-webhooks", subscribed), func(b *testing.B) {
			h := open(fresh(b), production(), false)
			org := h.business(1)
			for range subscribed {
				h.webhook(org, "http://127.0.0.1:1/")
			}
			for b.Loop() {
				h.publish(org.accounts[0], "pet.updated", 1)
			}
		})
	}
}
