package sender

import "time"

// Outcome is the effect of an attempt on its delivery.
type Outcome string

// The outcomes of an attempt.
const (
	// Delivered is a 2xx whose whole response arrived in time.
	Delivered Outcome = "delivered"
	// Permanent is any 4xx, including 408 and 429, because the API promises no retries for these.
	Permanent Outcome = "permanent"
	// Retryable is everything else: other statuses, including redirects, and all network errors.
	Retryable Outcome = "retryable"
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
	Outcome Outcome
}

func outcomeOf(status int, why failure) Outcome {
	switch {
	case status >= 400 && status <= 499:
		return Permanent // even without its complete body, the response is a refusal
	case status >= 200 && status <= 299 && why == none:
		return Delivered
	default:
		return Retryable
	}
}
