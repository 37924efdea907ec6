// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.

package webhookverify

import (
	"errors"
	"net/http"
	"time"
)

const (
	defaultTolerance = 5 * time.Minute
	// A record may fill a request body of 1 MiB, and an envelope holds it together with its old values.
	defaultMaxBody = 8 << 20
)

// Options set up a Verifier. The zero value of each but Secrets has a default.
type Options struct {
	// Secrets are the secrets that are good at the moment: at least one. A receiver that learns a new secret before
	// or after petcare rotates to it lists both; otherwise one is enough, since petcare signs with the old secret
	// too for 24 h.
	Secrets []string
	// Tolerance is how far the timestamp may lie before or after now. Default 5 minutes.
	Tolerance time.Duration
	// Clock tells the time. Default time.Now.
	Clock func() time.Time
	// MaxBody is the largest body that Handler reads, in bytes. Default 8 MiB.
	MaxBody int64
}

// Verifier checks deliveries. It is safe for use by many goroutines.
type Verifier struct {
	secrets   []string
	tolerance time.Duration
	clock     func() time.Time
	maxBody   int64
}

// New makes a Verifier. It fails without a secret, with an empty one (anybody could sign with that), and with a
// negative tolerance or body limit.
func New(o Options) (*Verifier, error) {
	if len(o.Secrets) == 0 {
		return nil, errors.New("webhookverify: no secret given")
	}
	for _, secret := range o.Secrets {
		if secret == "" {
			return nil, errors.New("webhookverify: a secret is empty")
		}
	}
	if o.Tolerance < 0 || o.MaxBody < 0 {
		return nil, errors.New("webhookverify: tolerance and body limit must not be negative")
	}
	v := &Verifier{
		secrets:   append([]string(nil), o.Secrets...),
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

// Verify checks the signature and the timestamp of a delivery and decodes its body. The body must be the bytes as
// they arrived. Every error is an *Error.
func (v *Verifier) Verify(header http.Header, body []byte) (*Envelope, error) {
	if err := v.Check(header, body); err != nil {
		return nil, err
	}
	return Decode(body)
}
