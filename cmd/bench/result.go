package main

import (
	"cmp"
	"slices"
	"time"
)

// round is an operation on both sides, one directly after the other, so that slow periods of the machine affect both.
type round struct{ limit, petcare figures }

func (r round) others() float64 { return max(r.limit.others, r.petcare.others) }

func (r round) ratio() ratio {
	processor := 0.0 // if CPU times are unknown
	if r.petcare.processor() > 0 {
		processor = float64(r.limit.processor()) / float64(r.petcare.processor())
	}
	return ratio{r.petcare.rate / r.limit.rate, processor}
}

// result holds all rounds of an operation.
type result struct {
	operation operation
	rounds    []round
}

// calm returns the rounds without disturbance by other processes, or all rounds if there are none.
func (r result) calm() (rounds []round, quietly bool) {
	rounds = slices.DeleteFunc(slices.Clone(r.rounds), func(r round) bool { return r.others() > quiet })
	if len(rounds) == 0 {
		return r.rounds, false
	}
	return rounds, true
}

// ratio returns the median of the rounds' ratios.
func (r result) ratio() ratio {
	rounds, _ := r.calm()
	return ratio{
		rate:      median(rounds, func(r round) float64 { return r.ratio().rate }),
		processor: median(rounds, func(r round) float64 { return r.ratio().processor }),
	}
}

// faults reports what is worse than the table allows.
func (r result) faults(committed map[string]ratio) []string {
	_, quietly := r.calm()
	return r.ratio().below(committed[r.operation.name], quietly)
}

// side returns the medians of the figures of one side.
func (r result) side(of func(round) figures) figures {
	rounds, _ := r.calm()
	duration := func(f func(figures) time.Duration) time.Duration {
		return median(rounds, func(r round) time.Duration { return f(of(r)) })
	}
	return figures{
		rate:     median(rounds, func(r round) float64 { return of(r).rate }),
		p50:      duration(func(f figures) time.Duration { return f.p50 }),
		p99:      duration(func(f figures) time.Duration { return f.p99 }),
		server:   duration(func(f figures) time.Duration { return f.server }),
		database: duration(func(f figures) time.Duration { return f.database }),
		client:   duration(func(f figures) time.Duration { return f.client }),
		others:   median(rounds, func(r round) float64 { return of(r).others }),
		bytes:    median(rounds, func(r round) int64 { return of(r).bytes }),
	}
}

func median[T cmp.Ordered](rounds []round, of func(round) T) T {
	list := make([]T, len(rounds))
	for i, r := range rounds {
		list[i] = of(r)
	}
	slices.Sort(list)
	return list[(len(list)-1)/2]
}
