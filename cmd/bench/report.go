package main

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/petcare/petcare/cmd/bench/internal/load"
)

// measure runs every operation on both sides alternately. It repeats operations that others have disturbed in all rounds, and those below
// the table, because only a repeated result is a fault.
func (b *bench) measure(ctx context.Context, sides []*side, committed map[string]ratio) ([]result, error) {
	results := make([]result, len(b.chosen))
	questions := make([][2][]question, len(b.chosen))
	for i, o := range b.chosen {
		results[i].operation = o
		for j, s := range sides {
			questions[i][j] = o.questions(s)
			if err := s.check(ctx, o, questions[i][j]); err != nil {
				return nil, err
			}
		}
	}
	once := func(i int) error {
		var both [2]figures
		for j, s := range sides {
			requests := make([]load.Request, variety)
			for k, q := range questions[i][j] {
				requests[k] = s.request(q.method, q.path, q.body)
			}
			f, err := b.plan.run(ctx, s, requests)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", s.name, b.chosen[i].name, err)
			}
			fmt.Fprintf(b.log, "%-18s %-8s %s\n", b.chosen[i].name, s.name, f)
			both[j] = f
		}
		results[i].rounds = append(results[i].rounds, round{both[0], both[1]})
		return nil
	}
	for range b.plan.rounds {
		for _, s := range sides {
			if err := s.settle(ctx); err != nil { // the changes of the previous round would slow down this one's reads
				return nil, err
			}
		}
		for i := range b.chosen {
			if err := once(i); err != nil {
				return nil, err
			}
		}
	}
	for i := range b.chosen {
		isClear := func() bool {
			_, quietly := results[i].calm()
			return quietly && (b.update || len(results[i].faults(committed)) == 0)
		}
		for n := 0; n < b.plan.rounds+1 && !isClear(); n++ {
			if err := once(i); err != nil {
				return nil, err
			}
		}
		for j, s := range sides {
			if err := s.check(ctx, b.chosen[i], questions[i][j]); err != nil {
				return nil, fmt.Errorf("after the measured runs: %w", err)
			}
		}
	}
	return results, nil
}

func (b *bench) report(sides []*side, results []result, committed map[string]ratio) error {
	fmt.Fprint(b.out, "\nReached of the limit; in brackets what is committed. Processor time of a request in ms: server + database.\n\n",
		"| operation | requests/s: limit | petcare | ratio | processor time: limit | petcare | ratio | p50, p99 ms |"+
			" KB: limit | petcare | others |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	table := maps.Clone(committed)
	var faults []error
	for _, r := range results {
		limit, petcare := r.side(func(r round) figures { return r.limit }), r.side(func(r round) figures { return r.petcare })
		got, was := r.ratio(), committed[r.operation.name]
		fmt.Fprintf(b.out, "| %s | %.0f | %.0f | %.2f (%.2f) | %.3f + %.3f | %.3f + %.3f | %.2f (%.2f) | %.1f, %.1f | %.1f | %.1f | %.0f%% |\n",
			r.operation.name, limit.rate, petcare.rate, got.rate, was.rate, ms(limit.server), ms(limit.database),
			ms(petcare.server), ms(petcare.database), got.processor, was.processor, ms(petcare.p50), ms(petcare.p99),
			float64(limit.bytes)/1024, float64(petcare.bytes)/1024, 100*max(limit.others, petcare.others))
		table[r.operation.name] = got
		for _, fault := range r.faults(committed) {
			faults = append(faults, fmt.Errorf("%s: %s", r.operation.name, fault))
		}
	}
	for _, s := range sides {
		fmt.Fprintf(b.out, "\n%s: first answer after %d ms, at most %d MiB", s.name, s.start.Milliseconds(), most(s.server.Process.Pid))
	}
	fmt.Fprintln(b.out)
	if b.update {
		return writeRatios(b.table, table)
	}
	return errors.Join(faults...)
}
