package httpapi

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

// Anybody may ask, without a credential and as often as they like. They must not take the connections of everybody else.
func TestReadinessAsksTheDatabaseOnceAtATime(t *testing.T) {
	t.Parallel()
	var asking, most atomic.Int64
	goOn := make(chan struct{})
	a := New(Options{})
	server := testkit.Must[*Server](t)(NewServer(a, func(context.Context) error {
		if n := asking.Add(1); n > most.Load() {
			most.Store(n)
		}
		<-goOn
		asking.Add(-1)
		return nil
	}))
	const probes = 20
	var group sync.WaitGroup
	for range probes {
		group.Go(func() {
			answer := httptest.NewRecorder()
			server.http.Handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, readyPath, nil))
			if answer.Code != http.StatusOK {
				t.Errorf("status %d", answer.Code)
			}
		})
	}
	within(t, "all have asked", func() bool { return a.inFlight.running.Load() == probes && asking.Load() > 0 })
	close(goOn)
	group.Wait()
	if n := most.Load(); n != 1 {
		t.Errorf("%d ask the database at the same time", n)
	}
}

func TestAServiceThatIsNotReadySaysWhenToAskAgain(t *testing.T) {
	t.Parallel()
	server := testkit.Must[*Server](t)(NewServer(New(Options{}), func(context.Context) error { return errDown }))
	got := httptest.NewRecorder()
	server.http.Handler.ServeHTTP(got, httptest.NewRequest(http.MethodGet, readyPath, nil))
	answer{got.Code, got.Header(), got.Body.String()}.problem(t, http.StatusServiceUnavailable, "unavailable")
	if after := got.Header().Get("Retry-After"); after != "1" {
		t.Errorf("Retry-After is %q", after)
	}
}

// Who shares the question of another one does not share its end.
func TestProbeThatIsGivenUpLeavesTheOthersTheirAnswer(t *testing.T) {
	t.Parallel()
	asked, goOn := make(chan struct{}, 2), make(chan struct{})
	a := New(Options{})
	server := testkit.Must[*Server](t)(NewServer(a, func(ctx context.Context) error {
		asked <- struct{}{}
		<-goOn
		return ctx.Err()
	}))
	ctx, giveUp := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		server.http.Handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, readyPath, nil))
	})
	<-asked
	giveUp()
	answer := httptest.NewRecorder()
	group.Go(func() {
		server.http.Handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, readyPath, nil))
	})
	within(t, "both wait", func() bool { return a.inFlight.running.Load() == 2 })
	close(goOn)
	if group.Wait(); answer.Code != http.StatusOK {
		t.Errorf("status %d", answer.Code)
	}
}
