package httpapi

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/testkit"
)

// Clients that lose their patience are no fault of the service: as 503 they would fire the alert on errors.
func TestAClientThatLeavesIsNoErrorOfTheService(t *testing.T) {
	t.Parallel()
	observed := make(chan Observation, 1)
	s := serve(t, func(o *Options) { o.Observe = func(o Observation) { observed <- o } })
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	go func() {
		for s.api.inFlight.running.Load() == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		leave()
	}()
	r := testkit.Must[*http.Request](t)(http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/v1/break/slow", nil))
	if res, err := http.DefaultClient.Do(r); err == nil {
		t.Fatalf("an answer came: %d", res.StatusCode)
	}
	if o := <-observed; o.Status != 499 {
		t.Errorf("it counts as %d", o.Status)
	}
	within(t, "the request is logged", func() bool { return s.api.inFlight.running.Load() == 0 })
	if text := s.log.String(); !strings.Contains(text, `"status":499`) || strings.Contains(text, "warn") {
		t.Error(text)
	}
}

// What happened to a request does not change because its client leaves.
func TestAnAnswerKeepsItsStatusWhenTheClientLeaves(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]int{"/healthz": 200, "/v1/break/error": 500, "/v1/nothing": 404} {
		var got int
		a := New(Options{Authenticator: keyring{}, Log: zerolog.Nop(), RateBurst: 1, Observe: func(o Observation) { got = o.Status }})
		(&toys{}).register(a)
		server := testkit.Must[*Server](t)(NewServer(a, func(context.Context) error { return nil }))
		ctx, leave := context.WithCancel(t.Context())
		leave()
		server.http.Handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil))
		if got != want {
			t.Errorf("%s counts as %d, not %d", path, got, want)
		}
	}
}

// A request that runs out of its own time does so while its client waits.
func TestARequestThatTakesTooLongIsAnErrorOfTheService(t *testing.T) {
	t.Parallel()
	var got int
	s := serve(t, func(o *Options) {
		o.Observe, o.Timeout = func(o Observation) { got = o.Status }, 50*time.Millisecond
	})
	s.do("GET", "/v1/break/slow", "").problem(t, 503, "unavailable")
	within(t, "the request is logged", func() bool { return s.api.inFlight.running.Load() == 0 })
	if got != 503 || !strings.Contains(s.log.String(), "unavailable") {
		t.Errorf("it counts as %d: %s", got, s.log)
	}
}
