package sender

import (
	"time"

	"github.com/petcare/petcare/modules/webhooks"
)

// Result is an attempt as stored in the history.
type Result struct {
	StartedAt time.Time
	Duration  time.Duration
	// Status is the status of the response, or 0 if there was none. It is also set if the body did not arrive in time; then Error
	// says so.
	Status int
	// Body is the start of the response body: at most 4 KiB of UTF-8 without NUL. U+FFFD replaces anything invalid.
	Body string
	// Error is empty or a short constant text that the owner of the webhook may see; it contains no addresses.
	Error   string
	Outcome webhooks.Outcome
}

func outcomeOf(status int, why failure) webhooks.Outcome {
	switch {
	case status >= 400 && status <= 499:
		return webhooks.OutcomePermanent // even without its complete body, the response is a refusal
	case status >= 200 && status <= 299 && why == none:
		return webhooks.OutcomeDelivered
	default:
		return webhooks.OutcomeRetryable
	}
}
