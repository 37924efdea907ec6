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
	before, began := s.processors(), time.Now()
	r, err := load.Run(ctx, s.address, requests, p.connections, p.each)
	if err != nil {
		return figures{}, err
	}
	took, after := time.Since(began), s.processors()
	server, database, client := after.server-before.server, after.database-before.database, after.client-before.client
	others := float64(after.machine-before.machine-server-database-client) / float64(took) / float64(runtime.NumCPU())
	n := time.Duration(r.Requests)
	return figures{rate: r.PerSecond(), p50: r.Latency(.5), p99: r.Latency(.99), server: server / n, database: database / n,
		client: client / n, others: max(0, others), bytes: r.Bytes / int64(r.Requests)}, nil
}

// processors are the CPU times so far, by who used them; machine is that of all processes.
type processors struct{ server, database, client, machine time.Duration }

func (s *side) processors() processors {
	return processors{server: used(s.server.Process.Pid), database: used(s.postgres), client: own(), machine: busy()}
}

func (f figures) String() string {
	return fmt.Sprintf("%7.0f/s  p50 %6.2f ms  p99 %7.2f ms  processor %.3f + %.3f ms  client %.3f ms  %5.1f KB  others %2.0f%%",
		f.rate, ms(f.p50), ms(f.p99), ms(f.server), ms(f.database), ms(f.client), float64(f.bytes)/1024, 100*f.others)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
