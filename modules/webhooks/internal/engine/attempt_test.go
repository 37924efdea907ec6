package engine

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/sender"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// counting is a queue that counts what is released, and a sender whose receiver answers with 500.
type counting struct {
	clumsy
	sent, released int
	during         func() // while an attempt runs
}

func (c *counting) Release(context.Context, []Due) error {
	c.released++
	return nil
}

func (c *counting) Send(context.Context, sender.Request) sender.Result {
	c.sent++
	c.during()
	return sender.Result{Outcome: webhooks.OutcomeRetryable, Status: 500}
}

func newCounting() (*Engine, *counting) {
	c := &counting{during: func() {}}
	open := func(Due) (secret, previous string, err error) { return "", "", nil }
	return New(c, c, Options{Concurrency: 1, PerEndpoint: 1, Timeout: time.Second, Open: open, Observer: c}), c
}

// Its webhook may have been paused meanwhile.
func TestDeliveryThatWaitedForItsAttemptIsReleased(t *testing.T) {
	t.Parallel()
	e, c := newCounting()
	e.attempt(Due{claimed: time.Now().Add(-maxClaimAge)})
	if c.sent != 0 || c.released != 1 {
		t.Errorf("%d sent, %d released", c.sent, c.released)
	}
	e.attempt(Due{claimed: time.Now()})
	if c.sent != 1 || c.released != 1 || len(e.results) != 1 {
		t.Errorf("%d sent, %d released, %d results", c.sent, c.released, len(e.results))
	}
}

func TestAnswerThatArrivesWhenAttemptsAreCutCounts(t *testing.T) {
	t.Parallel()
	e, c := newCounting()
	c.during = e.cut
	e.attempt(Due{claimed: time.Now()})
	if len(e.results) != 1 || len(e.unattempted) != 0 {
		t.Errorf("%d results, %d not attempted", len(e.results), len(e.unattempted))
	}
}

// slow is a queue on a database that takes long for each claim.
type slow struct {
	*counting
	took time.Duration
}

func (s *slow) Claim(context.Context, Claim) ([]Due, error) {
	time.Sleep(s.took)
	return []Due{{ID: ids.New(), Webhook: ids.New(), Slots: 1}}, nil
}

func TestDeliveriesOfASlowClaimAreAttempted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, c := newCounting()
		e.o.WakeUp = webhooks.NewWakeUp()
		q := &slow{c, 2 * maxClaimAge}
		e.queue = q
		e.claim()
		e.sending.Wait()
		if c.sent != 1 || c.released != 0 {
			t.Errorf("%d sent, %d released", c.sent, c.released)
		}
		q.took = leaseMargin // the process was stopped, and another one may have claimed it
		e.claim()
		e.sending.Wait()
		if c.sent != 1 || c.released != 1 {
			t.Errorf("%d sent, %d released after a pause", c.sent, c.released)
		}
	})
}
