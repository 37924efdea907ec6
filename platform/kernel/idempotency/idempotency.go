// Package idempotency defines how the response to a request is stored, so that a repeated request gets the same response.
package idempotency

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// Response is a stored response.
type Response struct {
	Status int
	Header map[string]string // only headers of the response itself: Content-Type, Location, ETag, Link and the like
	Body   []byte
}

// Request identifies a request by its principal, its idempotency key and a hash of its content.
type Request struct {
	Principal uuid.UUID
	Key       string
	Hash      []byte
}

// Responses stores responses for 24 hours.
type Responses interface {
	// Once calls answer for the first request, and stores its response in the same transaction as its changes: a crash leaves either
	// both or neither. A repeat gets the stored response, with replayed true. Once fails with InProgress while the first request is
	// running, and with Reused if the hash differs. If answer returns an error, Once rolls back the transaction, stores nothing and
	// returns that error.
	Once(ctx context.Context, r Request, answer func(ctx context.Context) (Response, error)) (kept Response, replayed bool, err error)
}

// InProgress is the error of a repeat while the first request with the key is running.
func InProgress() error {
	return apperr.NewConflict("idempotency_in_progress", "the first request with this Idempotency-Key is still running")
}

// TooLarge is the error of a repeat whose first request succeeded with a response too large to store. record is the id of the record
// that it created, or uuid.Nil.
func TooLarge(status int, record uuid.UUID) error {
	detail := "the first request with this Idempotency-Key was answered with " + strconv.Itoa(status) + "; the answer was too large to keep"
	if record != uuid.Nil {
		detail += ", the id of its record is " + record.String()
	}
	return &apperr.Error{Kind: apperr.Conflict, Code: "idempotency_replay_too_large", Detail: detail, ConflictsWith: record}
}

// Reused is the error of a different request with the same key.
func Reused() error {
	return &apperr.Error{Kind: apperr.Invalid, Code: "idempotency_key_reused", Detail: "this Idempotency-Key was used for another request",
		Errors: []apperr.FieldError{{In: "header", Field: "Idempotency-Key", Code: "reused", Message: "was used for another request"}}}
}
