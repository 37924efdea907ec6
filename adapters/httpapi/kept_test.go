package httpapi

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/petcare/petcare/platform/kernel/ids"
)

func TestOnlyAnswersToWhatWasCarriedOutAreKept(t *testing.T) {
	t.Parallel()
	for status, kept := range map[int]bool{
		200: true, 201: true, 202: true, 204: true, 404: true, 409: true, 412: true, 422: true,
		400: false, 401: false, 403: false, 413: false, 415: false, 429: false, 500: false, 503: false,
	} {
		if isKept(status) != kept {
			t.Errorf("%d: kept %t", status, !kept)
		}
	}
}

// first stores nothing: each request is the first one with its key.
type first struct{}

func (first) Once(ctx context.Context, _ idempotency.Request, answer func(context.Context) (idempotency.Response, error)) (idempotency.Response, bool, error) {
	kept, err := answer(ctx)
	return kept, false, err
}

// What a refusal tells in its headers, it tells with an Idempotency-Key, too.
func TestRefusalsHaveTheSameHeadersWithAKey(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Answers = first{} })
	for name, status := range map[string]int{"no key": 401, "too many": 429} {
		body := `{"name":"` + name + `"}`
		without, with := s.do("POST", s.path(""), body), s.do("POST", s.path(""), body, "Idempotency-Key", ids.New().String())
		if without.status != status || with.status != status {
			t.Errorf("%s: %d, with a key %d", name, without.status, with.status)
		}
		for _, header := range []string{"WWW-Authenticate", "Retry-After", "Content-Type"} {
			if was, is := without.header.Values(header), with.header.Values(header); !slices.Equal(was, is) {
				t.Errorf("%s: %s is %q, with a key %q", name, header, was, is)
			}
		}
	}
}

func TestNobodyIsToldWithWhichRecordTheyAreInConflict(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	if a := s.do("GET", "/v1/break/taken", ""); a.problem(t, 409, "duplicate") == nil || strings.Contains(a.body, "conflicts_with") {
		t.Errorf("an operation that is open to everybody tells %s", a.body)
	}
}
