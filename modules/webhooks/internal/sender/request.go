package sender

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
)

// Request is a delivery. Body is sent unchanged.
type Request struct {
	URL    string
	Secret string
	// PreviousSecret is the secret that was replaced less than 24 h ago, or "".
	PreviousSecret string
	EventID        string
	EventType      string
	Body           []byte
	// Fresh opens a connection of its own: a repeat must not meet another kept connection that the receiver has closed.
	Fresh bool
}

// build signs the request with the time of the attempt. With the time of the first attempt, receivers would reject retries as too
// old.
func (s *Sender) build(ctx context.Context, r Request, at time.Time) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	timestamp := strconv.FormatInt(at.Unix(), 10)
	standard := webhookverify.SignStandard(r.Secret, r.EventID, at, r.Body)

	h := req.Header
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", userAgent)
	h.Set(webhookverify.HeaderEvent, r.EventType)
	h.Set(webhookverify.HeaderTimestamp, timestamp)
	h.Set(webhookverify.HeaderSignature, webhookverify.Sign(r.Secret, at, r.Body))
	if r.PreviousSecret != "" {
		h.Set(webhookverify.HeaderSignaturePrevious, webhookverify.Sign(r.PreviousSecret, at, r.Body))
		standard += " " + webhookverify.SignStandard(r.PreviousSecret, r.EventID, at, r.Body)
	}
	h.Set(webhookverify.HeaderStandardID, r.EventID)
	h.Set(webhookverify.HeaderStandardTimestamp, timestamp)
	h.Set(webhookverify.HeaderStandardSignature, standard)
	return req, nil
}
