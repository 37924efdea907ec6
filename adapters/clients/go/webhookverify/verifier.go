// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.

package webhookverify

import (
	"errors"
	"net/http"
	"slices"
	"time"
)

const (
	defaultTolerance = 5 * time.Minute
	// A record may be as large as a request body of 1 MiB, and an envelope contains it together with its old values.
	defaultMaxBody = 8 << 20
)

// Options configure a Verifier. Every field except Secrets has a default.
type Options struct {
	// Secrets are the valid secrets, at least one. One is enough even during a rotation, because petcare also signs with the old
	// secret for 24 h. A receiver that gets the new secret earlier or later lists both.
	Secrets []string
	// Tolerance is the maximum difference between the timestamp and now. Default: 5 minutes.
	Tolerance time.Duration
	// Clock returns the current time. Default: time.Now.
	Clock func() time.Time
	// MaxBody is the maximum size of a body for Handler, in bytes. Default: 8 MiB.
	MaxBody int64
}

// Verifier verifies deliveries. It is safe for concurrent use.
type Verifier struct {
	secrets   []string
	tolerance time.Duration
	clock     func() time.Time
	maxBody   int64
}

// New returns a Verifier. It fails without a secret, with an empty secret, with which anybody could sign, and with a negative
// tolerance or body limit.
func New(o Options) (*Verifier, error) {
	if len(o.Secrets) == 0 {
		return nil, errors.New("webhookverify: no secret given")
	}
	if slices.Contains(o.Secrets, "") {
		return nil, errors.New("webhookverify: a secret is empty")
	}
	if o.Tolerance < 0 || o.MaxBody < 0 {
		return nil, errors.New("webhookverify: tolerance and body limit must not be negative")
	}
	v := &Verifier{
		secrets:   slices.Clone(o.Secrets),
		tolerance: o.Tolerance,
		clock:     o.Clock,
		maxBody:   o.MaxBody,
	}
	if v.tolerance == 0 {
		v.tolerance = defaultTolerance
	}
	if v.clock == nil {
		v.clock = time.Now
	}
	if v.maxBody == 0 {
		v.maxBody = defaultMaxBody
	}
	return v, nil
}

// Verify checks the signature and the timestamp of a delivery and decodes its body, which must be exactly the received bytes. Every
// error is an *Error.
func (v *Verifier) Verify(header http.Header, body []byte) (*Envelope, error) {
	if err := v.Check(header, body); err != nil {
		return nil, err
	}
	return Decode(body)
}
