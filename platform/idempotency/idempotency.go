// Package idempotency says what is kept of the first answer to a request, so that repeats of it get the same.
package idempotency

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
)

// Response is what is kept of an answer.
type Response struct {
	Status int
	Header map[string]string // only the headers that belong to the answer: Content-Type, Location, ETag
	Body   []byte
}

// Request is what makes two requests the same one: who sends it, under which key, and a hash of what it says.
type Request struct {
	Principal uuid.UUID
	Key       string
	Hash      []byte
}

// Responses keeps answers for 24 hours.
type Responses interface {
	// Once runs answer for the first request and keeps what it returns in the same transaction as what it changes:
	// either both are there or neither, whatever crashes. A repeat gets the kept answer, with replayed true; while the
	// first is still running, or with another hash, it fails with InProgress or Reused. When answer returns an error,
	// nothing it did remains, nothing is kept, and Once returns that error.
	Once(ctx context.Context, r Request, answer func(ctx context.Context) (Response, error)) (kept Response, replayed bool, err error)
}

// InProgress says that the first request with the key is still running.
func InProgress() error {
	return apperr.NewConflict("idempotency_in_progress", "the first request with this Idempotency-Key is still running")
}

// TooLarge says that the first request succeeded, and that its answer was too large to keep: record is the id of what it made,
// uuid.Nil when it made nothing.
func TooLarge(status int, record uuid.UUID) error {
	detail := "the first request with this Idempotency-Key was answered with " + strconv.Itoa(status) + "; the answer was too large to keep"
	if record != uuid.Nil {
		detail += ", the id of its record is " + record.String()
	}
	return &apperr.Error{Kind: apperr.Conflict, Code: "idempotency_replay_too_large", Detail: detail, ConflictsWith: record}
}

// Reused says that the key came with another request before.
func Reused() error {
	return &apperr.Error{Kind: apperr.Invalid, Code: "idempotency_key_reused", Detail: "this Idempotency-Key was used for another request",
		Errors: []apperr.FieldError{{In: "header", Field: "Idempotency-Key", Code: "reused", Message: "was used for another request"}}}
}
