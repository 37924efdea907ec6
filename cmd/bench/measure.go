package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/petcare/petcare/cmd/bench/internal/load"
)

// quiet is the share of the machine that others may use without making the measured rates unreliable.
const quiet = 0.08

// figures are the measurements of one run of an operation on one side, or the medians of several.
type figures struct {
	rate             float64       // requests per second
	p50, p99         time.Duration // latency
	server, database time.Duration // CPU time per request
	client           time.Duration // CPU time of the load generator per request
	others           float64       // share of the machine that other processes used
	bytes            int64         // of a response
}

func (f figures) processor() time.Duration { return f.server + f.database }

// plan says how long and how often to measure.
type plan struct {
	rounds, connections int
	warm, each          time.Duration
}

func (p plan) run(ctx context.Context, s *side, requests []load.Request) (figures, error) {
	if _, err := load.Run(ctx, s.address, requests, p.connections, p.warm); err != nil {
		return figures{}, err
	}
	processors := func() [4]time.Duration {
		return [4]time.Duration{used(s.server.Process.Pid), used(s.postgres), own(), busy()}
	}
	before, began := processors(), time.Now()
	r, err := load.Run(ctx, s.address, requests, p.connections, p.each)
	if err != nil {
		return figures{}, err
	}
	took, after := time.Since(began), processors()
	var spent [4]time.Duration
	for i := range spent {
		spent[i] = after[i] - before[i]
	}
	n := time.Duration(r.Requests)
	others := float64(spent[3]-spent[0]-spent[1]-spent[2]) / float64(took) / float64(runtime.NumCPU())
	return figures{rate: r.PerSecond(), p50: r.Latency(.5), p99: r.Latency(.99), server: spent[0] / n, database: spent[1] / n,
		client: spent[2] / n, others: max(0, others), bytes: r.Bytes / int64(r.Requests)}, nil
}

func (f figures) String() string {
	return fmt.Sprintf("%7.0f/s  p50 %6.2f ms  p99 %7.2f ms  processor %.3f + %.3f ms  client %.3f ms  %5.1f KB  others %2.0f%%",
		f.rate, ms(f.p50), ms(f.p99), ms(f.server), ms(f.database), ms(f.client), float64(f.bytes)/1024, 100*f.others)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
