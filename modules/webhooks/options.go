package webhooks

import (
	"net/http"
	"time"
)

// Sealer encrypts secrets at rest. *secrets.Box implements it.
type Sealer interface {
	Seal(plain []byte, purpose string) []byte
	Open(sealed []byte, purpose string) ([]byte, error)
}

// Options configure deliveries. Only Poll has a default here; the others have theirs in the settings.
type Options struct {
	Backoff              time.Duration // between a failed attempt and the first retry
	BackoffMultiplier    float64       // growth factor from retry to retry
	MaxRetries           int           // in addition to the first attempt
	Window               time.Duration // after which there are no more retries
	Timeout              time.Duration // of a whole attempt
	Concurrency          int           // maximum of attempts in this process; one more for each webhook that would have none
	PerEndpoint          int           // maximum of attempts for one webhook in this process
	Poll                 time.Duration // for retries and events of other processes; 0: 500 ms, so that they are sent within 1 s
	AllowPrivateNetworks bool
	Box                  Sealer
	Wrap                 func(http.RoundTripper) http.RoundTripper // wraps the transport, for traces; nil: nothing
}

// WithDefaults sets fields that are zero.
func (o Options) WithDefaults() Options {
	if o.Poll <= 0 {
		o.Poll = 500 * time.Millisecond
	}
	return o
}
