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

// Options set up the delivery. The zero value of each but Box and Observer has a default; MaxRetries 0 means no retry.
type Options struct {
	Backoff              time.Duration // from a failed attempt to the next; default 5 min
	BackoffMultiplier    float64       // by which it grows with every attempt; default 1
	MaxRetries           int           // beside the first attempt
	Window               time.Duration // after it no retry is made; default 24 h
	Timeout              time.Duration // of an attempt, everything counted; default 10 s
	Concurrency          int           // attempts at once in this process, one more for each webhook without any; default 128
	PerEndpoint          int           // attempts at once on one webhook; default 10
	Poll                 time.Duration // how often other processes' events and retries are looked for; default 500 ms, so that they leave within 1 s
	AllowPrivateNetworks bool
	Box                  Sealer
	Observer             Observer                                  // nil: nobody
	Wrap                 func(http.RoundTripper) http.RoundTripper // put around what sends, for traces; nil: nothing
}

// WithDefaults fills in what is zero.
func (o Options) WithDefaults() Options {
	o.Backoff = orDefault(o.Backoff, 5*time.Minute)
	o.BackoffMultiplier = orDefault(o.BackoffMultiplier, 1)
	o.Window = orDefault(o.Window, 24*time.Hour)
	o.Timeout = orDefault(o.Timeout, 10*time.Second)
	o.Concurrency = orDefault(o.Concurrency, 128)
	o.PerEndpoint = orDefault(o.PerEndpoint, 10)
	o.Poll = orDefault(o.Poll, 500*time.Millisecond)
	if o.MaxRetries < 0 {
		o.MaxRetries = 0
	}
	if o.Observer == nil {
		o.Observer = nobody{}
	}
	return o
}

func orDefault[N int | float64 | time.Duration](n, standard N) N {
	if n <= 0 {
		return standard
	}
	return n
}
