// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.

package webhookverify

import "net/http"

// Reason says why a request was rejected. It works with errors.Is(err, webhookverify.WrongSignature).
type Reason string

// The reasons.
const (
	MissingHeader   Reason = "signature headers are missing"
	MalformedHeader Reason = "signature headers are malformed"
	WrongSignature  Reason = "signature does not match"
	StaleTimestamp  Reason = "timestamp is too far from now"
	BodyTooLarge    Reason = "body is too large"
	UnreadableBody  Reason = "body could not be read"
	MalformedBody   Reason = "body is not a webhook event envelope"
)

// Error implements error.
func (r Reason) Error() string { return string(r) }

// Status is the HTTP status with which Handler responds. After a 4xx petcare does not retry; a body that could
// not be read is a 503, because nothing was wrong with the delivery.
func (r Reason) Status() int {
	switch r {
	case MissingHeader, WrongSignature, StaleTimestamp:
		return http.StatusUnauthorized
	case BodyTooLarge:
		return http.StatusRequestEntityTooLarge
	case UnreadableBody:
		return http.StatusServiceUnavailable
	default:
		return http.StatusBadRequest
	}
}

// Error is the error of every failed check, with the reason and details. It never contains a secret or an expected signature, so it
// may be logged.
type Error struct {
	Reason Reason
	Detail string
}

// Error implements error.
func (e *Error) Error() string {
	if e.Detail == "" {
		return "webhook rejected: " + string(e.Reason)
	}
	return "webhook rejected: " + string(e.Reason) + ": " + e.Detail
}

// Unwrap returns the Reason, for errors.Is.
func (e *Error) Unwrap() error { return e.Reason }

func rejected(reason Reason, detail string) error {
	return &Error{Reason: reason, Detail: detail}
}
