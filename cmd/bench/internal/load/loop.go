package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// patience is how long responses may take after the end of a run.
const patience = 20 * time.Second

// Result is the result of a run.
type Result struct {
	Requests  int
	Bytes     int64 // of response bodies
	Took      time.Duration
	latencies []time.Duration // sorted
}

// PerSecond returns the rate of responses.
func (r Result) PerSecond() float64 { return float64(r.Requests) / r.Took.Seconds() }

// Latency returns the latency that a share of the responses did not exceed.
func (r Result) Latency(share float64) time.Duration {
	return r.latencies[min(int(share*float64(len(r.latencies))), len(r.latencies)-1)]
}

var serial atomic.Int64

// NextSerial returns a number for Connection.Do.
func NextSerial() int64 { return serial.Add(1) }

// Run sends requests in random order over the given number of connections for d. It fails at any response other than 2xx.
func Run(ctx context.Context, address string, requests []Request, connections int, d time.Duration) (Result, error) {
	// More threads would only wake each other and take CPU time from the servers.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	open := make([]*Connection, connections)
	for i := range open {
		c, err := Dial(address, d+patience)
		if err != nil {
			return Result{}, err
		}
		defer c.Close()
		open[i] = c
	}
	results := make([]Result, connections)
	began := time.Now()
	var all sync.WaitGroup
	for i, c := range open {
		all.Go(func() {
			if err := results[i].loop(ctx, c, requests, began.Add(d)); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return Result{}, err
	}
	sum := Result{Took: time.Since(began)}
	for _, r := range results {
		sum.Requests += r.Requests
		sum.Bytes += r.Bytes
		sum.latencies = append(sum.latencies, r.latencies...)
	}
	slices.Sort(sum.latencies)
	return sum, nil
}

func (r *Result) loop(ctx context.Context, c *Connection, requests []Request, until time.Time) error {
	order := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	for at := time.Now(); at.Before(until) && ctx.Err() == nil; {
		request := requests[order.IntN(len(requests))]
		status, body, err := c.Do(request, NextSerial())
		if err != nil {
			return err
		}
		if status < 200 || status > 299 {
			return fmt.Errorf("status %d: %.300s", status, body)
		}
		now := time.Now()
		r.latencies = append(r.latencies, now.Sub(at))
		r.Requests++
		r.Bytes += int64(len(body))
		at = now
	}
	return nil
}
