package apperr_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/apperr"
)

func TestEachFailureHasItsKindAndCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  *apperr.Error
		kind apperr.Kind
		want string
	}{
		{apperr.NotFound(), apperr.Missing, "not_found: there is no such record"},
		{apperr.Conflict("in_use", "3 pets have it"), apperr.Conflicting, "in_use: 3 pets have it"},
		{apperr.Forbidden("built_in", "it came with the account"), apperr.Denied, "built_in: it came with the account"},
		{apperr.VersionMismatch(), apperr.Stale, "version_mismatch: the record has changed since the version that If-Match names"},
		{apperr.Unavailable(time.Second), apperr.Down, "unavailable: the service cannot answer right now, try again"},
	} {
		if c.err.Kind != c.kind || c.err.Error() != c.want {
			t.Errorf("got kind %d, %q, want %d, %q", c.err.Kind, c.err, c.kind, c.want)
		}
	}
	if e := apperr.Unavailable(3 * time.Second); e.RetryAfter != 3*time.Second {
		t.Errorf("retry after %s", e.RetryAfter)
	}
}

func TestKindIsKnownThroughWrapping(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("load pet: %w", apperr.NotFound())
	if !apperr.Is(err, apperr.Missing) || apperr.Is(err, apperr.Denied) {
		t.Error("the kind of a wrapped error is not known")
	}
	if apperr.Is(nil, apperr.Missing) || apperr.Is(errors.New("not_found"), apperr.Missing) {
		t.Error("something else is taken for a missing record")
	}
}

func TestFaultsAreNamedTogether(t *testing.T) {
	t.Parallel()
	var f apperr.Faults
	if err := f.Err(); err != nil {
		t.Errorf("no fault is an error: %v", err)
	}
	f.Add("name", "required", "is required")
	want := "validation_failed: 1 field is wrong (first: name is required)"
	if err := f.Err(); err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
	f.AddIn("query", "limit", "maximum", "is at most 200")
	want = "validation_failed: 2 fields are wrong (first: name is required)"
	err := f.Err()
	if err.Error() != want || !apperr.Is(err, apperr.Invalid) {
		t.Errorf("got %q, want %q", err, want)
	}
	var e *apperr.Error
	if !errors.As(err, &e) || len(e.Faults) != 2 || e.Faults[0] != (apperr.Fault{Field: "name", Code: "required", Message: "is required"}) ||
		e.Faults[1] != (apperr.Fault{In: "query", Field: "limit", Code: "maximum", Message: "is at most 200"}) {
		t.Errorf("%+v", err)
	}
}

func TestOneFaultIsAnInvalidError(t *testing.T) {
	t.Parallel()
	var e *apperr.Error
	if err := apperr.One("email", "format", "is not an e-mail address"); !errors.As(err, &e) || e.Kind != apperr.Invalid {
		t.Fatal(err)
	}
	if len(e.Faults) != 1 || e.Faults[0] != (apperr.Fault{Field: "email", Code: "format", Message: "is not an e-mail address"}) {
		t.Errorf("%+v", e.Faults)
	}
}
