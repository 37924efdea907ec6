// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.

package webhookverify

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// Handler returns a handler for deliveries. It reads the body up to the limit, verifies it and calls handle with the envelope. It
// responds with 204 if handle returns nil, with 500 if handle fails, so that petcare retries, and with the status of the Reason if
// the request is rejected. The response does not include the error. For logging, onReject is called with it unless onReject is nil.
//
// petcare waits 10 seconds for the response. If the work takes longer, enqueue it and return.
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
			var reason Reason
			errors.As(err, &reason) // every error of VerifyRequest has one
			w.WriteHeader(reason.Status())
			return
		}
		if err := handle(r.Context(), event); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// VerifyRequest reads up to Options.MaxBody bytes of the body of r and verifies them, for receivers with their own handler. It
// consumes the body. Every error is an *Error.
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
