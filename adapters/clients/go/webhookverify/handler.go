// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.

package webhookverify

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// Handler answers deliveries: it reads the body up to the limit, verifies it and calls handle with the envelope.
// It answers 204 when handle returns nil, 500 when handle fails, so that petcare sends the event again later, and the
// status of the Reason when the request was rejected. What went wrong is not told to the other side; onReject, when
// it is not nil, is called with it (for a log).
//
// petcare waits 10 seconds for the answer: put long work into a queue and return.
func (v *Verifier) Handler(handle func(context.Context, *Envelope) error, onReject func(*http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		event, err := v.VerifyRequest(w, r)
		if err != nil {
			if onReject != nil {
				onReject(r, err)
			}
			w.WriteHeader(statusOf(err))
			return
		}
		if err := handle(r.Context(), event); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// VerifyRequest reads the body of r, at most Options.MaxBody bytes of it, and verifies it, for receivers with their
// own handler. The body is used up afterwards. Every error is an *Error.
func (v *Verifier) VerifyRequest(w http.ResponseWriter, r *http.Request) (*Envelope, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, v.maxBody))
	if err != nil {
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			return nil, rejected(BodyTooLarge, "")
		}
		return nil, rejected(UnreadableBody, err.Error())
	}
	return v.Verify(r.Header, body)
}

func statusOf(err error) int {
	if reason := Reason(""); errors.As(err, &reason) {
		return reason.Status()
	}
	return http.StatusBadRequest
}
