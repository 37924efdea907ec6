// Package apperr is the one vocabulary of expected failures: what went wrong, in words that are safe to show.
package apperr

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Kind says what sort of failure an Error is; adapters/httpapi turns it into a status.
type Kind uint8

// The kinds of expected failure.
const (
	Invalid         Kind = iota + 1 // the input breaks a rule (422)
	Malformed                       // the input cannot be read at all (400)
	Unauthenticated                 // no valid credential (401)
	Forbidden                       // a valid credential that may not do this (403)
	NotFound                        // not there, or not there for this caller (404)
	Conflict                        // the state of a record forbids it (409)
	VersionMismatch                 // the caller's version is not the current one (412)
	RateLimited                     // too often (429)
	Unavailable                     // a part that is needed does not answer (503)
	Gone                            // what a cursor leads to is there no more (410)
	Unsupported                     // bytes of a type that is not taken (415)
)

// FieldError is one wrong input: Field is the path in the body ("contacts[0].name"), or in In when that is set
// ("query", "path", "header"). Code is stable and machine-readable, Message is for people.
type FieldError struct {
	In      string
	Field   string
	Code    string
	Message string
	With    string // another key of the body whose absence makes it a fault
}

// Error is an expected failure. Detail is safe to show: no SQL, no secret, nothing of another tenant.
type Error struct {
	Kind       Kind
	Code       string
	Detail     string
	Reason     string // for cursor_expired: why, machine-readable
	Errors     []FieldError
	RetryAfter time.Duration // for RateLimited and Unavailable: when another try makes sense
	Limit      int           // for RateLimited: how many the limit lets through
	Count      int           // for in_use: how many records hold the value
	Field      string        // for duplicate: the key of the body whose value another record has
	// ConflictsWith is the record that is there already: the one that has the value of a duplicate, or what an idempotent request made
	// whose answer is not kept.
	ConflictsWith uuid.UUID
	// MergedInto is the record in which MergedFrom, which was asked for, went up: for merged.
	MergedFrom, MergedInto uuid.UUID
	// BlockedBy is a list of what is in the way of a revert, for changed_since and not_revertible.
	BlockedBy any
}

// Error implements error.
func (e *Error) Error() string {
	if len(e.Errors) == 0 {
		return e.Code + ": " + e.Detail
	}
	f := e.Errors[0]
	return fmt.Sprintf("%s: %s (first: %s %s)", e.Code, e.Detail, f.Field, f.Message)
}

// Is reports whether err is an Error of kind k.
func Is(err error, k Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == k
}

// NewNotFound is the error for a record that does not exist or that the caller must not know of. Its words are the same in both cases, so
// that callers cannot find out which one it is. noun names the kind of record, such as "pet"; without it, the message says "record".
func NewNotFound(noun ...string) *Error {
	return &Error{Kind: NotFound, Code: "not_found", Detail: "there is no such " + append(noun, "record")[0]}
}

// NewConflict is a 409 with its own code: "conflict", "duplicate" or "in_use".
func NewConflict(code, detail string) *Error {
	return &Error{Kind: Conflict, Code: code, Detail: detail}
}

// NewDuplicate is the conflict of a value that another record has already.
func NewDuplicate(field, detail string) *Error {
	return &Error{Kind: Conflict, Code: "duplicate", Detail: detail, Field: field}
}

// NewMerged is the conflict of whoever asks for a record that was merged into another one.
func NewMerged(from, into uuid.UUID) *Error {
	e := NewConflict("merged", "the record was merged into another one: see merged_into")
	e.MergedFrom, e.MergedInto = from, into
	return e
}

// With returns a copy of e with ConflictsWith set to other.
func (e *Error) With(other uuid.UUID) *Error {
	about := *e
	about.ConflictsWith = other
	return &about
}

// Is reports whether target is the same error apart from ConflictsWith, so that errors.Is finds the error on which With was called.
// Errors with field errors are never the same.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && len(e.Errors) == 0 && len(t.Errors) == 0 && e.Kind == t.Kind && e.Code == t.Code && e.Detail == t.Detail
}

// NewForbidden is a 403 with its own code: "forbidden", "ability_missing" or "built_in".
func NewForbidden(code, detail string) *Error {
	return &Error{Kind: Forbidden, Code: code, Detail: detail}
}

// NewVersionMismatch is the answer to a write that is meant for another version than the current one.
func NewVersionMismatch() *Error {
	return &Error{Kind: VersionMismatch, Code: "version_mismatch", Detail: "the record has changed since the version that the " +
		"request names: read it again"}
}

// NewUnavailable is the error when something that the service depends on does not respond.
func NewUnavailable(retryAfter time.Duration) *Error {
	return &Error{Kind: Unavailable, Code: "unavailable", Detail: "the service cannot answer right now, try again", RetryAfter: retryAfter}
}

// NewInvalid is an Invalid error with a single fault in the body.
func NewInvalid(field, code, message string) error {
	return NewInvalidIn("", field, code, message)
}

// NewInvalidIn is an Invalid error with a single fault in a query, path or header parameter.
func NewInvalidIn(in, field, code, message string) error {
	return FieldErrors{{In: in, Field: field, Code: code, Message: message}}.Err()
}

// FieldErrors collects what is wrong with an input, so that one answer names all of it.
type FieldErrors []FieldError

// Add notes a fault of a body field.
func (f *FieldErrors) Add(field, code, message string) {
	*f = append(*f, FieldError{Field: field, Code: code, Message: message})
}

// AddWith adds a fault of a body field that exists only because another key, with, is absent or has its default value. The API does not
// report it if that other key has a fault itself.
func (f *FieldErrors) AddWith(with, field, code, message string) {
	*f = append(*f, FieldError{Field: field, Code: code, Message: message, With: with})
}

// AddIn notes a fault of a query, path or header parameter.
func (f *FieldErrors) AddIn(in, field, code, message string) {
	*f = append(*f, FieldError{In: in, Field: field, Code: code, Message: message})
}

// TopLevel returns the key of a body that a field is in: phones for phones[0].number.
func TopLevel(field string) string {
	if end := strings.IndexAny(field, ".["); end >= 0 {
		return field[:end]
	}
	return field
}

// Err is nil when nothing is wrong, else an Invalid Error that names each fault.
func (f FieldErrors) Err() error {
	if len(f) == 0 {
		return nil
	}
	detail := "1 field is wrong"
	if len(f) > 1 {
		detail = fmt.Sprintf("%d fields are wrong", len(f))
	}
	return &Error{Kind: Invalid, Code: "validation_failed", Detail: detail, Errors: f}
}
