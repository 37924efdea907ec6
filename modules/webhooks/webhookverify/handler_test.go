package webhookverify_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
)

func TestHandlerAnswersByWhatHappened(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		method     string
		header     http.Header
		body       io.Reader
		handleErr  error
		wantStatus int
		wantReason webhookverify.Reason
		wantCalled bool
	}{
		"handled":        {http.MethodPost, both(current, now()), strings.NewReader(bodyText), nil, 204, accepted, true},
		"handler failed": {http.MethodPost, both(current, now()), strings.NewReader(bodyText), errors.New("disk full"), 500, accepted, true},
		"wrong secret":   {http.MethodPost, both(old, now()), strings.NewReader(bodyText), nil, 401, webhookverify.WrongSignature, false},
		"unsigned":       {http.MethodPost, http.Header{}, strings.NewReader(bodyText), nil, 401, webhookverify.MissingHeader, false},
		"too large":      {http.MethodPost, both(current, now()), strings.NewReader(bodyText + strings.Repeat(" ", 1000)), nil, 413, webhookverify.BodyTooLarge, false},
		"broken body":    {http.MethodPost, both(current, now()), iotest.ErrReader(io.ErrUnexpectedEOF), nil, 503, webhookverify.UnreadableBody, false},
		"GET":            {http.MethodGet, both(current, now()), strings.NewReader(bodyText), nil, 405, accepted, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := webhookverify.New(webhookverify.Options{Secrets: []string{current}, Clock: now, MaxBody: int64(len(bodyText))})
			if err != nil {
				t.Fatal(err)
			}
			called, reason := false, error(accepted)
			h := v.Handler(func(_ context.Context, e *webhookverify.Envelope) error {
				called = e.ID == eventID
				return c.handleErr
			}, func(_ *http.Request, err error) { reason = err })

			r := httptest.NewRequest(c.method, "/hook", c.body)
			r.Header = c.header
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)

			if w.Code != c.wantStatus || called != c.wantCalled || !errors.Is(reason, c.wantReason) {
				t.Errorf("status %d, called %v, reason %v", w.Code, called, reason)
			}
			if w.Body.Len() != 0 {
				t.Errorf("the answer tells the sender %q", w.Body)
			}
		})
	}
}

func TestSignedRequestWithAMalformedEnvelopeIs400(t *testing.T) {
	t.Parallel()
	h := verifier(t, current).Handler(func(context.Context, *webhookverify.Envelope) error {
		t.Error("called")
		return nil
	}, nil)
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`[]`))
	r.Header = headers(
		webhookverify.HeaderTimestamp, "1772359200",
		webhookverify.HeaderSignature, webhookverify.Sign(current, now(), []byte(`[]`)))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusBadRequest {
		t.Errorf("status %d", w.Code)
	}
}
