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

func TestSlowWebhookHasNothingClaimedInAdvance(t *testing.T) {
	t.Parallel()
	l, w := newEndpoints(100, 10), ids.New()
	start, again := l.take(Claim{}, claimed(w, 10, 10))
	if len(start) != 10 || again {
		t.Fatalf("%d started, again %v", len(start), again)
	}
	var c Claim
	l.fill(&c)
	if c.Running[0] != 10 || c.Free != 90 {
		t.Errorf("%+v", c)
	}
	if _, ok, _ := l.next(w, time.Second); ok {
		t.Error("something was at hand")
	}
	c = Claim{}
	l.fill(&c)
	if c.Running[0] != 9 {
		t.Errorf("%+v", c)
	}
}

func TestQuickWebhookHasTheNextAtHand(t *testing.T) {
	t.Parallel()
	l, w := newEndpoints(100, 2), ids.New()
	l.take(Claim{}, claimed(w, 2, 2))
	l.next(w, time.Millisecond)
	var c Claim
	l.fill(&c)
	if c.Running[0] != -1 { // room for one running and two ready
		t.Fatalf("%+v", c)
	}
	start, _ := l.take(c, claimed(w, 3, 3))
	if len(start) != 1 || l.running() != 2 {
		t.Fatalf("%d started, %d run", len(start), l.running())
	}
	for range 2 {
		if _, ok, _ := l.next(w, time.Millisecond); !ok || l.running() != 2 {
			t.Errorf("at hand %v, %d run", ok, l.running())
		}
	}
	if _, ok, _ := l.next(w, time.Millisecond); ok || l.running() != 1 {
		t.Errorf("at hand %v, %d run", ok, l.running())
	}
}

func TestFreedSlotsAskForAClaimOnlyWhenMoreMayWait(t *testing.T) {
	t.Parallel()
	l, w := newEndpoints(100, 4), ids.New()
	l.take(Claim{}, claimed(w, 3, 4)) // fewer than requested, so no more are waiting
	if _, _, u := l.next(w, time.Second); u != never {
		t.Errorf("urgency %d", u)
	}
	var c Claim
	l.fill(&c)
	l.take(c, claimed(w, 2, 2)) // as many as requested
	if _, _, u := l.next(w, time.Second); u != soon {
		t.Errorf("with three of four running the urgency is %d", u)
	}
	if _, _, u := l.next(w, time.Second); u != now {
		t.Errorf("with two of four running the urgency is %d", u)
	}
	if _, _, u := l.next(w, time.Second); u != now {
		t.Errorf("urgency %d", u)
	}
	c = Claim{}
	l.fill(&c)
	l.take(c, nil)
	if _, _, u := l.next(w, time.Second); u != never || len(l.of) != 0 || l.total != 0 {
		t.Errorf("urgency %d, left %v", u, l.of)
	}
}

func TestEndedDeliveriesTakeNoSlotAndAskForMore(t *testing.T) {
	t.Parallel()
	l, w := newEndpoints(100, 2), ids.New()
	list := claimed(w, 2, 2)
	list[0].Ended, list[1].Ended = "expired", "expired"
	start, again := l.take(Claim{}, list)
	if len(start) != 0 || !again || l.total != 0 || len(l.of) != 0 {
		t.Errorf("%d started, again %v, %+v", len(start), again, l.of)
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
