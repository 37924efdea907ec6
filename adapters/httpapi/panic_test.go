package httpapi

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/petcare/petcare/platform/kernel/panics"
)

type scale struct {
	Weight float64 `json:"weight" doc:"Weight"`
}

// keep counts the answers that are kept.
type keep struct{ kept *int }

func (k keep) Once(ctx context.Context, _ idempotency.Request, run func(context.Context) (idempotency.Response, error)) (
	idempotency.Response, bool, error) {
	answer, err := run(ctx)
	if err == nil {
		*k.kept++
	}
	return answer, false, err
}

func TestAnAnswerThatCannotBeWrittenIsAnInternalErrorAndNotKept(t *testing.T) {
	t.Parallel()
	kept := 0
	s := serve(t, func(o *Options) { o.Answers = keep{&kept} })
	var given Output[scale]
	Handle(s.api, Operation{ID: "weigh", Method: http.MethodPost, Path: "/weigh", Tag: "Toys", Summary: "Weigh", Access: Ability("toys:manage")},
		func(context.Context, *struct{}) (*Output[scale], error) { return &given, nil })
	s.api.prepare()
	for name, wrong := range map[string]Output[scale]{
		"not a number": {Body: scale{math.NaN()}}, "infinite": {Status: 201, Body: scale{math.Inf(1)}}, "below": {Status: 99}, "negative": {Status: -1},
		"informational": {Status: 199}, "above": {Status: 600}, "far above": {Status: 1000},
	} {
		given = wrong
		given.ETag, given.Location = `"1"`, "/v1/weigh/1"
		for _, key := range []string{"", "key"} {
			a := s.do("POST", "/v1/weigh", "", "Idempotency-Key", key)
			t.Log(name, key)
			a.problem(t, 500, "internal")
			if a.header.Get("Content-Type") != "application/problem+json" || a.header.Get("ETag") != "" || a.header.Get("Location") != "" {
				t.Errorf("headers %v", a.header)
			}
		}
	}
	for _, status := range []int{0, 200, 599} {
		given = Output[scale]{Status: status}
		if a := s.do("POST", "/v1/weigh", "", "Idempotency-Key", "key"); a.status != max(status, 200) || a.body != "{\"weight\":0}\n" {
			t.Errorf("%d became %d %s", status, a.status, a.body)
		}
	}
	if kept != 2 {
		t.Errorf("%d answers are kept", kept)
	}
}

func TestAnErrorWithoutAKindIsInternal(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	Handle(s.api, Operation{ID: "weigh", Method: http.MethodGet, Path: "/weigh", Tag: "Toys", Summary: "Weigh", Access: Public()},
		func(context.Context, *struct{}) (*Output[scale], error) {
			return nil, &apperr.Error{Code: "too_heavy", Detail: "is too heavy"}
		})
	s.api.prepare()
	s.do("GET", "/v1/weigh", "").problem(t, 500, "internal")
	if !strings.Contains(s.log.String(), "too_heavy") {
		t.Error(s.log)
	}
}

func TestTheLogOfAPanicSaysWhatItWas(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	var thrown any
	Handle(s.api, Operation{ID: "throw", Method: http.MethodGet, Path: "/throw", Tag: "Toys", Summary: "Throw", Access: Public()},
		func(context.Context, *struct{}) (*Output[scale], error) { panic(thrown) })
	s.api.prepare()
	for said, v := range map[string]any{"a text": "a text", "an error": errors.New("an error"), "7": 7} {
		thrown = v
		s.do("GET", "/v1/throw", "").problem(t, 500, "internal")
		if !strings.Contains(s.log.String(), `"panic":"`+said+`"`) {
			t.Errorf("no %s in %s", said, s.log)
		}
	}
}

func TestTheLogOfAPanicInAnotherGoroutineSaysWhereItWas(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	Handle(s.api, Operation{ID: "throw", Method: http.MethodGet, Path: "/throw", Tag: "Toys", Summary: "Throw", Access: Public()},
		func(context.Context, *struct{}) (*Output[scale], error) {
			return nil, fmt.Errorf("weigh: %w", panics.Caught(func() error { panic("no such scale") }))
		})
	s.api.prepare()
	s.do("GET", "/v1/throw", "").problem(t, 500, "internal")
	if text := s.log.String(); !strings.Contains(text, "no such scale") || !strings.Contains(text, "panic_test.go") {
		t.Error(text)
	}
}
