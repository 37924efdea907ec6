package petcare

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is a refusal of the server: a problem (RFC 9457). Code is stable and machine-readable, Errors has each fault of the input.
// When something between here and the server answered, only Status is set, and for a redirect Detail.
type Error struct {
	Problem
	RetryAfter time.Duration // when another try makes sense; 0 is not known
}

// Error implements error.
func (e *Error) Error() string {
	if e.Code == "" {
		return strings.TrimSuffix(fmt.Sprintf("petcare: HTTP %d: %s", e.Status, e.Detail), ": ")
	}
	text := "petcare: " + e.Title + ": " + e.Detail
	for _, f := range e.Errors {
		text += "; " + f.Location + " " + f.Message
	}
	return text
}

// Field is the fault of one field, such as body.email; nil when it has none.
func (e *Error) Field(location string) *FieldError {
	for i := range e.Errors {
		if e.Errors[i].Location == location {
			return &e.Errors[i]
		}
	}
	return nil
}

// HasCode reports whether err is a problem with that code, such as version_mismatch.
func HasCode(err error, code string) bool {
	e := (*Error)(nil)
	return errors.As(err, &e) && e.Code == code
}

func errorOf(r *http.Response) error {
	e := &Error{}
	text, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil || json.Unmarshal(text, &e.Problem) != nil || e.Code == "" || e.Title == "" {
		e.Problem = Problem{RequestID: r.Header.Get("X-Request-Id")}
		if to := r.Header.Get("Location"); to != "" {
			e.Detail = "a redirect to " + to + ", which is not followed"
		}
	}
	e.Status = int64(r.StatusCode)
	after := r.Header.Get("Retry-After")
	seconds, _ := strconv.ParseInt(after, 10, 64) // there may be more than a Duration holds
	e.RetryAfter = time.Duration(min(max(0, seconds), math.MaxInt64/int64(time.Second))) * time.Second
	if at, err := http.ParseTime(after); err == nil {
		e.RetryAfter = max(0, time.Until(at))
	}
	return e
}

// pauseBefore the next attempt grows up to longest, unless that is 0, and is never shorter than what the server asks for.
func pauseBefore(attempt int, longest, asked time.Duration) time.Duration {
	pause := min(250*time.Millisecond<<min(attempt, 5), cmp.Or(longest, time.Minute))
	return max(asked, pause/2+rand.N(pause/2+1))
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
