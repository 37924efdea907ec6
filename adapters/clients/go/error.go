package petcare

import (
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
	e.RetryAfter = retryAfter(r.Header.Get("Retry-After"))
	return e
}

// retryAfter reads a Retry-After: seconds, of which there may be more than a Duration holds, or a time.
func retryAfter(header string) time.Duration {
	seconds, err := strconv.ParseUint(header, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, uint64(math.MaxInt64/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// refused reports whether the server has said that it did nothing: any request may then be sent again.
func (e *Error) refused() bool {
	return e.Status == http.StatusTooManyRequests || e.Code == "idempotency_in_progress"
}

// passing reports whether it may be over soon, though the request may have been carried out.
func (e *Error) passing() bool {
	return e.Status == http.StatusBadGateway || e.Status == http.StatusServiceUnavailable || e.Status == http.StatusGatewayTimeout
}

const (
	firstPause = 250 * time.Millisecond
	lastPause  = 8 * time.Second
)

// pauseBefore the next attempt grows up to longest, and is never shorter than what the server asks for.
func pauseBefore(attempt int, longest time.Duration, e *Error) time.Duration {
	pause := min(lastPause, firstPause<<min(attempt, 10))
	if longest > 0 { // else any pause is too long
		pause = min(pause, longest)
	}
	pause = pause/2 + rand.N(pause/2+1)
	if e != nil {
		pause = max(pause, e.RetryAfter)
	}
	return pause
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
