package webhooks

import (
	"net/http"
	"time"
)

// Sealer seals secrets at rest; *secrets.Box is one.
type Sealer interface {
	Seal(plain []byte, purpose string) []byte
	Open(sealed []byte, purpose string) ([]byte, error)
}

// Options set up the delivery. Their defaults are those of the settings; only Poll and Observer have one here.
type Options struct {
	Backoff              time.Duration // from a failed attempt to the next
	BackoffMultiplier    float64       // by which it grows with every attempt
	MaxRetries           int           // beside the first attempt
	Window               time.Duration // after it no retry is made
	Timeout              time.Duration // of an attempt, everything counted
	Concurrency          int           // attempts at once in this process, one more for each webhook without any
	PerEndpoint          int           // attempts at once on one webhook
	Poll                 time.Duration // how often others' events and retries are looked for; default 500 ms, so that they leave within 1 s
	AllowPrivateNetworks bool
	Box                  Sealer
	Wrap                 func(http.RoundTripper) http.RoundTripper // put around what sends, for traces; nil: nothing
}

// WithDefaults fills in what is zero.
func (o Options) WithDefaults() Options {
	if o.Poll <= 0 {
		o.Poll = 500 * time.Millisecond
	}
	return o
}
