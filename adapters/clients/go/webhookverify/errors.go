// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.

package webhookverify

import "net/http"

// Reason says why a request was rejected. It is an error itself: errors.Is(err, webhookverify.WrongSignature).
type Reason string

// The reasons for a rejection.
const (
	MissingHeader   Reason = "signature headers are missing"
	MalformedHeader Reason = "signature headers are malformed"
	WrongSignature  Reason = "signature does not match"
	StaleTimestamp  Reason = "timestamp is too far from now"
	BodyTooLarge    Reason = "body is too large"
	UnreadableBody  Reason = "body could not be read"
	MalformedBody   Reason = "body is not a webhook event envelope"
)

// Error makes a Reason an error.
func (r Reason) Error() string { return string(r) }

// Status is the HTTP status that Handler answers with. All are 4xx, which petcare takes as final: a request that
// was rejected once is not sent again by itself.
func (r Reason) Status() int {
	switch r {
	case MissingHeader, WrongSignature, StaleTimestamp:
		return http.StatusUnauthorized
	case BodyTooLarge:
		return http.StatusRequestEntityTooLarge
	default:
		return http.StatusBadRequest
	}
}

// Error is what every failed check returns: the reason and what exactly was wrong. It never carries a secret or an
// expected signature, so it may be logged.
type Error struct {
	Reason Reason
	Detail string
}

// Error joins the reason and the detail.
func (e *Error) Error() string {
	if e.Detail == "" {
		return "webhook rejected: " + string(e.Reason)
	}
	return "webhook rejected: " + string(e.Reason) + ": " + e.Detail
}

// Unwrap lets errors.Is find the reason.
func (e *Error) Unwrap() error { return e.Reason }

func rejected(reason Reason, detail string) error {
	return &Error{Reason: reason, Detail: detail}
}
