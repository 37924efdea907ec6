package sender

import "time"

// Outcome is what an attempt means for its delivery.
type Outcome string

// The outcomes of an attempt.
const (
	// Delivered is a 2xx whose whole exchange ended in time.
	Delivered Outcome = "delivered"
	// Permanent is any 4xx, 408 and 429 included: the interface promises no retry.
	Permanent Outcome = "permanent"
	// Retryable is everything else: other statuses, redirects among them, and every network error.
	Retryable Outcome = "retryable"
)

// Result is one attempt as it is kept in the history.
type Result struct {
	StartedAt time.Time
	Duration  time.Duration
	// Status is the answer's status, 0 when there was no answer. It is also set when the answer came but its body
	// did not arrive in time; Error says so then.
	Status int
	// Body is the beginning of the answer's body: at most 4 KiB of valid UTF-8 without NUL, with U+FFFD in place of
	// what was not.
	Body string
	// Error is empty or a short fixed text that is safe to show to the owner of the webhook: it names no address.
	Error   string
	Outcome Outcome
}

func outcomeOf(status int, why failure) Outcome {
	switch {
	case status >= 400 && status <= 499:
		return Permanent // also when its body broke off: the receiver has said no
	case status >= 200 && status <= 299 && why == none:
		return Delivered
	default:
		return Retryable
	}
}
