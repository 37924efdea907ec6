package main

import (
	"maps"
	"path/filepath"
	"testing"
	"time"
)

func TestRatiosAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "ratios.txt")
	if table, err := readRatios(name); err != nil || len(table) != 0 {
		t.Errorf("a missing table is %v, %v", table, err)
	}
	want := map[string]ratio{"get": {0.81, 0.75}, "orders": {0.6, 1.02}}
	if err := writeRatios(name, want); err != nil {
		t.Fatal(err)
	}
	if table, err := readRatios(name); err != nil || !maps.Equal(table, want) {
		t.Errorf("%v, %v", table, err)
	}
}

func TestCommittedRatiosNameEveryOperation(t *testing.T) {
	t.Parallel()
	table, err := readRatios("ratios.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range operations {
		if table[o.name].rate <= 0 || table[o.name].processor <= 0 {
			t.Errorf("%s: %v", o.name, table[o.name])
		}
	}
	if len(table) != len(operations) {
		t.Errorf("%d lines for %d operations", len(table), len(operations))
	}
}

func TestFallBelowNineTenthsIsAFaultAndRatesCountOnAQuietMachineOnly(t *testing.T) {
	t.Parallel()
	was := ratio{rate: 0.8, processor: 0.7}
	for _, c := range []struct {
		got     ratio
		quietly bool
		faults  int
	}{
		{ratio{0.8, 0.7}, true, 0}, {ratio{0.73, 0.64}, true, 0}, {ratio{0.8, 0.62}, false, 1},
		{ratio{0.71, 0.7}, true, 1}, {ratio{0.71, 0.7}, false, 0}, {ratio{0.1, 0.1}, true, 2},
	} {
		if got := c.got.below(was, c.quietly); len(got) != c.faults {
			t.Errorf("%v, quietly %v: %v", c.got, c.quietly, got)
		}
	}
	if got := (ratio{0.1, 0.1}).below(ratio{}, true); got != nil {
		t.Errorf("an operation without a line: %v", got)
	}
}

func TestDisturbedRoundsCountOnlyWhenAllWereDisturbed(t *testing.T) {
	t.Parallel()
	of := func(rate, others float64) round {
		return round{figures{rate: 100, server: time.Millisecond}, figures{rate: rate, server: 2 * time.Millisecond, others: others}}
	}
	r := result{rounds: []round{of(60, 0.01), of(20, 0.5), of(30, 0.3)}}
	if got := r.ratio(); got != (ratio{0.6, 0.5}) {
		t.Errorf("%+v", got)
	}
	if _, quietly := r.calm(); !quietly {
		t.Error("there was a quiet round")
	}
	r.rounds = r.rounds[1:]
	if got := r.ratio(); got != (ratio{0.2, 0.5}) {
		t.Errorf("%+v", got)
	}
	if _, quietly := r.calm(); quietly {
		t.Error("there was no quiet round")
	}
}
