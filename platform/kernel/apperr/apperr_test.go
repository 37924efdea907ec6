package apperr_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/apperr"
)

func TestEachFailureHasItsKindAndCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  *apperr.Error
		kind apperr.Kind
		code string
	}{
		{apperr.NewNotFound(), apperr.NotFound, "not_found"},
		{apperr.NewConflict("in_use", "3 pets have it"), apperr.Conflict, "in_use"},
		{apperr.NewForbidden("built_in", "it came with the account"), apperr.Forbidden, "built_in"},
		{apperr.NewVersionMismatch(), apperr.VersionMismatch, "version_mismatch"},
		{apperr.NewUnavailable(time.Second), apperr.Unavailable, "unavailable"},
	} {
		if c.err.Kind != c.kind || c.err.Code != c.code || c.err.Error() != c.code+": "+c.err.Detail {
			t.Errorf("got kind %d, %q, want %d, %q", c.err.Kind, c.err, c.kind, c.code)
		}
	}
	if e := apperr.NewUnavailable(3 * time.Second); e.RetryAfter != 3*time.Second {
		t.Errorf("retry after %s", e.RetryAfter)
	}
}

func TestKindIsKnownThroughWrapping(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("load pet: %w", apperr.NewNotFound())
	if !apperr.Is(err, apperr.NotFound) || apperr.Is(err, apperr.Forbidden) {
		t.Error("the kind of a wrapped error is not known")
	}
	if apperr.Is(nil, apperr.NotFound) || apperr.Is(errors.New("not_found"), apperr.NotFound) {
		t.Error("something else is taken for a missing record")
	}
}

func TestFaultsAreNamedTogether(t *testing.T) {
	t.Parallel()
	var f apperr.FieldErrors
	if err := f.Err(); err != nil {
		t.Errorf("no fault is an error: %v", err)
	}
	f.Add("name", "required", "is required")
	f.AddIn("query", "limit", "maximum", "is at most 200")
	err := f.Err()
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok || e.Kind != apperr.Invalid || len(e.Errors) != 2 ||
		e.Errors[0] != (apperr.FieldError{Field: "name", Code: "required", Message: "is required"}) ||
		e.Errors[1] != (apperr.FieldError{In: "query", Field: "limit", Code: "maximum", Message: "is at most 200"}) {
		t.Errorf("%+v", err)
	}
}

func TestOneFaultIsAnInvalidError(t *testing.T) {
	t.Parallel()
	var e *apperr.Error
	if err := apperr.NewInvalid("email", "format", "is not an e-mail address"); !errors.As(err, &e) || e.Kind != apperr.Invalid {
		t.Fatal(err)
	}
	if len(e.Errors) != 1 || e.Errors[0] != (apperr.FieldError{Field: "email", Code: "format", Message: "is not an e-mail address"}) {
		t.Errorf("%+v", e.Errors)
	}
	if err := apperr.NewInvalidIn("query", "to", "order", "is before from"); !errors.As(err, &e) ||
		e.Errors[0] != (apperr.FieldError{In: "query", Field: "to", Code: "order", Message: "is before from"}) {
		t.Error(err)
	}
}
