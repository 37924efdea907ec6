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

// counting is a sender whose receiver answers with 500.
type counting struct {
	clumsy
	sent   int
	during func() // while an attempt runs
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

func TestAnswerThatArrivesWhenAttemptsAreCutCounts(t *testing.T) {
	t.Parallel()
	e, c := newCounting()
	c.during = e.cut
	e.attempt(Due{})
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
		q := &slow{c, statementTime}
		e.queue = q
		e.claim()
		e.sending.Wait()
		if c.sent != 1 {
			t.Errorf("%d sent", c.sent)
		}
		q.took = leaseMargin // the process was stopped, and another one may have claimed it
		e.claim()
		e.sending.Wait()
		if c.sent != 1 {
			t.Errorf("%d sent after a pause", c.sent)
		}
	})
}

// expired is a queue whose only delivery is not wanted any more.
type expired struct{ *counting }

func (expired) Claim(context.Context, Claim) ([]Due, error) {
	return []Due{{ID: ids.New(), Webhook: ids.New(), Slots: 1, Ended: "expired"}}, nil
}

func TestEndedDeliveriesTakeNoSlotAndAskForMore(t *testing.T) {
	t.Parallel()
	e, c := newCounting()
	e.queue, e.o.WakeUp = expired{c}, webhooks.NewWakeUp()
	e.claim()
	if len(e.o.WakeUp) != 1 || e.InFlight() != 0 || c.sent != 0 {
		t.Errorf("woken %d times, %d in flight, %d sent", len(e.o.WakeUp), e.InFlight(), c.sent)
	}
}
