package engine

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
)

func claimed(webhook uuid.UUID, n, slots int) []Due {
	list := make([]Due, n)
	for i := range list {
		list[i] = Due{Webhook: webhook, Number: i + 1, Slots: slots}
	}
	return list
}

func TestFreedSlotsAskForAClaimOnlyWhenMoreMayWait(t *testing.T) {
	t.Parallel()
	s, w := newEndpoints(100), ids.New()
	claim := func(n, slots, running int) {
		t.Helper()
		c := Claim{PerEndpoint: 4}
		if s.fill(&c); len(c.Running) > 0 && c.Running[0] != running || c.Free != 100-running {
			t.Errorf("%+v, want %d running", c, running)
		}
		s.take(c, claimed(w, n, slots))
	}
	claim(3, 4, 0) // fewer than requested, so no more are waiting
	if s.end(w) {
		t.Error("a claim is asked for when nothing waits")
	}
	claim(2, 2, 2) // as many as requested
	for range 2 {
		if !s.end(w) {
			t.Error("no claim is asked for")
		}
	}
	claim(0, 2, 2)
	for range 2 {
		if s.end(w) {
			t.Error("a claim is asked for when nothing waits any more")
		}
	}
	if len(s.of) != 0 || s.inFlight() != 0 {
		t.Errorf("left %v", s.of)
	}
}

// The process has so little left that an endpoint may have got nothing.
func TestFreedSlotsOfABusyProcessAskForAClaim(t *testing.T) {
	t.Parallel()
	s, w := newEndpoints(4), ids.New()
	s.take(Claim{}, claimed(w, 2, 4))
	if !s.end(w) || s.end(w) {
		t.Error("half of the slots are taken, then fewer")
	}
}

func TestBackoffGrowsAndItsJitterIsSmallAndPositive(t *testing.T) {
	t.Parallel()
	for range 200 {
		short := Backoff{First: time.Second, Multiplier: 2, Longest: time.Hour}.After(3)
		if short < 4*time.Second || short > 4400*time.Millisecond {
			t.Fatalf("third pause of 1 s doubling: %v", short)
		}
		long := Backoff{First: 5 * time.Minute, Multiplier: 1, Longest: 24 * time.Hour}.After(8)
		if long < 5*time.Minute || long > 5*time.Minute+30*time.Second {
			t.Fatalf("pause of 5 min: %v", long)
		}
		if far := (Backoff{First: time.Minute, Multiplier: 10, Longest: time.Hour}).After(900); far > time.Hour+30*time.Second || far < time.Hour {
			t.Fatalf("a pause beyond all numbers: %v", far)
		}
	}
}
