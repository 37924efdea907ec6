package engine

import (
	"context"
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/sender"
)

// work makes attempts for the webhook of d as long as claimed deliveries are ready.
func (e *Engine) work(d Due) {
	for ok := true; ok; {
		var took time.Duration
		e.guard("make an attempt", func() { took = e.attempt(d) })
		var u urgency
		d, ok, u = e.endpoints.next(d.Webhook, took)
		switch u {
		case now:
			e.o.WakeUp.Signal()
		case soon:
			e.later.Signal()
		}
	}
}

// maxClaimAge is the maximum time between the end of a claim and the attempt. Meanwhile the webhook may have been paused, and after a long
// delay another process might claim the delivery before the attempt ends.
const maxClaimAge = 2 * time.Second

// attempt returns how long the attempt took, or how long d waited if it is stale.
func (e *Engine) attempt(d Due) time.Duration {
	if waited := time.Since(d.claimed); waited > maxClaimAge && e.sends.Err() == nil {
		e.releaseOne(d)
		return waited
	}
	result := e.send(d)
	if e.sends.Err() != nil && result.Outcome != webhooks.OutcomeDelivered && result.Status == 0 {
		e.keepUnattempted(d)
		return result.Duration
	}
	e.o.Observer.Attempted(string(result.Outcome), result.Duration)
	delay := e.o.Backoff.After(d.Number)
	if result.Outcome == webhooks.OutcomeResend {
		delay = 0
	}
	e.results <- Done{
		Account: d.Account, ID: d.ID, Webhook: d.Webhook, Number: d.Number,
		StartedAt: result.StartedAt, Duration: result.Duration, Status: result.Status, Body: result.Body, Error: result.Error,
		Outcome: result.Outcome, Delay: delay,
	}
	return result.Duration
}

// releaseOne makes d due again. If that fails, its lease expires later.
func (e *Engine) releaseOne(d Due) {
	ctx, cancel := context.WithTimeout(e.writes, statementTime)
	defer cancel()
	if err := e.queue.Release(ctx, []Due{d}); err != nil {
		e.o.Observer.Fault("release a delivery", err)
	}
}

func (e *Engine) keepUnattempted(list ...Due) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.unattempted = append(e.unattempted, list...)
}

func (e *Engine) send(d Due) sender.Result {
	secret, previous, err := e.o.Open(d)
	if err != nil {
		// A key is missing or wrong. The delivery must not be sent unsigned; a retry succeeds once the key is back.
		e.o.Observer.Fault("read the secret of webhook "+d.Webhook.String(), err)
		return sender.Result{StartedAt: time.Now(), Outcome: webhooks.OutcomeRetryable, Error: "the secret of the webhook cannot be read"}
	}
	return e.sender.Send(e.sends, sender.Request{
		URL: d.URL, Secret: secret, PreviousSecret: previous, EventID: d.EventID.String(), EventType: d.EventType, Body: d.Body,
		Fresh: d.Number > 1,
	})
}
