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
		got    ratio
		others float64
		faults int
	}{
		{ratio{0.8, 0.7}, 0, 0}, {ratio{0.73, 0.64}, 0, 0}, {ratio{0.8, 0.62}, 0.5, 1},
		{ratio{0.71, 0.7}, 0.01, 1}, {ratio{0.71, 0.7}, 0.2, 0}, {ratio{0.1, 0.1}, 0, 2},
	} {
		if got := c.got.below(was, c.others); len(got) != c.faults {
			t.Errorf("%v with others %v: %v", c.got, c.others, got)
		}
	}
	if got := (ratio{0.1, 0.1}).below(ratio{}, 0); got != nil {
		t.Errorf("an operation without a line: %v", got)
	}
}

func TestMedianLeavesDisturbedRoundsOutOfTheRate(t *testing.T) {
	t.Parallel()
	got := middle([]figures{{rate: 100, server: 3 * time.Millisecond, others: 0.01}, {rate: 20, server: time.Millisecond, others: 0.5},
		{rate: 30, server: 2 * time.Millisecond, others: 0.3}})
	if got.rate != 100 || got.server != 2*time.Millisecond || got.others != 0.01 {
		t.Errorf("%+v", got)
	}
	if got := middle([]figures{{rate: 20, others: 0.5}, {rate: 30, others: 0.3}, {rate: 10, others: 0.4}}); got.rate != 20 {
		t.Errorf("with every round disturbed the rate is %v", got.rate)
	}
}
