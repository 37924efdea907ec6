package engine

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/sender"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/panics"
)

// clumsy is a queue, a sender and an observer whose every first call panics. It always has a delivery that is due.
type clumsy struct {
	claim, finish, send sync.Once
	delivered           chan struct{}

	mu     sync.Mutex
	faults []string
}

func burst() { panic("no") }

func (c *clumsy) Claim(_ context.Context, claim Claim) ([]Due, error) {
	c.claim.Do(burst)
	return []Due{{ID: ids.New(), Webhook: ids.New(), Slots: claim.PerEndpoint}}, nil
}

func (c *clumsy) Finish(context.Context, []Done, Limits) ([]string, error) {
	c.finish.Do(burst)
	return []string{string(webhooks.Delivered)}, nil
}

func (c *clumsy) Release(context.Context, []Due) error { return nil }

func (c *clumsy) Send(context.Context, sender.Request) sender.Result {
	c.send.Do(burst)
	return sender.Result{Outcome: webhooks.OutcomeDelivered}
}

func (c *clumsy) Attempted(string, time.Duration) {}

func (c *clumsy) Completed(string) {
	select {
	case c.delivered <- struct{}{}:
	default:
	}
}

func (c *clumsy) Fault(doing string, err error) {
	if panics.Stack(err) == nil {
		err = errors.Join(errors.New("without a stack"), err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults = append(c.faults, doing+": "+err.Error())
}

func TestEngineGoesOnAfterPanics(t *testing.T) {
	t.Parallel()
	c := &clumsy{delivered: make(chan struct{}, 1)}
	e := New(c, c, Options{
		Limits: Limits{MaxAttempts: 1, Window: time.Hour}, Concurrency: 1, PerEndpoint: 1, Poll: 10 * time.Millisecond, Timeout: time.Second,
		WakeUp: webhooks.NewWakeUp(), Open: func(Due) (secret, previous string, err error) { return "", "", nil }, Observer: c,
	})
	e.Start()
	select {
	case <-c.delivered:
	case <-time.After(time.Minute):
		t.Error("nothing was delivered")
	}
	if err := e.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.faults) != 3 || e.InFlight() != 0 {
		t.Errorf("%d in flight, faults %q", e.InFlight(), c.faults)
	}
}
