package engine

import (
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/sender"
)

// work makes an attempt, and has the next ones claimed for its slot.
func (e *Engine) work(d Due) {
	e.guard("make an attempt", func() { e.attempt(d) })
	if e.endpoints.end(d.Webhook) {
		e.freed.Signal()
	}
}

func (e *Engine) attempt(d Due) {
	result := e.send(d)
	if e.sends.Err() != nil && result.Outcome != webhooks.OutcomeDelivered && result.Status == 0 {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.unattempted = append(e.unattempted, d)
		return
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
