package metrics

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/rs/zerolog"

	"github.com/petcare/petcare/modules/webhooks"
)

func scrape(t *testing.T, r *prometheus.Registry) string {
	t.Helper()
	response := httptest.NewRecorder()
	promhttp.HandlerFor(r, promhttp.HandlerOpts{}).ServeHTTP(response, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if response.Code != http.StatusOK {
		t.Fatalf("status %d: %s", response.Code, response.Body)
	}
	return response.Body.String()
}

func TestDeliveriesAreCounted(t *testing.T) {
	t.Parallel()
	r := prometheus.NewRegistry()
	var log bytes.Buffer
	m := New(r, zerolog.New(&log))
	m.Attempted("retryable", 300*time.Millisecond)
	m.Completed("delivered")
	m.Completed("delivered")
	m.Fault("claim deliveries", errors.New("no connection"))
	text := scrape(t, r)
	for _, want := range []string{
		`petcare_webhook_deliveries_total{outcome="delivered"} 2`, `petcare_webhook_deliveries_total{outcome="exhausted"} 0`,
		`petcare_webhook_attempt_duration_seconds_bucket{outcome="retryable",le="0.25"} 0`,
		`petcare_webhook_attempt_duration_seconds_bucket{outcome="retryable",le="0.5"} 1`, `petcare_webhook_faults_total 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %s", want)
		}
	}
	if got := log.String(); !strings.Contains(got, "claim deliveries") || !strings.Contains(got, "no connection") {
		t.Errorf("logged %s", got)
	}
}

// gauges has three attempts in flight; its function is the backlog.
type gauges func(context.Context) (webhooks.Backlog, error)

func (g gauges) InFlight() int                                         { return 3 }
func (g gauges) Backlog(ctx context.Context) (webhooks.Backlog, error) { return g(ctx) }

func registryWithQueue(t *testing.T, g gauges) *prometheus.Registry {
	t.Helper()
	r := prometheus.NewRegistry()
	if err := RegisterQueue(r, g); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestQueueIsMeasuredAtEveryScrape(t *testing.T) {
	t.Parallel()
	waiting := int64(4)
	r := registryWithQueue(t, func(context.Context) (webhooks.Backlog, error) {
		waiting++
		return webhooks.Backlog{Due: waiting, Oldest: 1500 * time.Millisecond}, nil
	})
	first, second := scrape(t, r), scrape(t, r)
	for text, want := range map[string]string{first: "petcare_webhook_due 5\n", second: "petcare_webhook_due 6\n"} {
		if !strings.Contains(text, want) || !strings.Contains(text, "petcare_webhook_oldest_due_seconds 1.5\n") ||
			!strings.Contains(text, "petcare_webhook_in_flight 3\n") {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

func TestQueueThatCannotBeAskedIsAbsentAndHidesNothingElse(t *testing.T) {
	t.Parallel()
	r := registryWithQueue(t, func(ctx context.Context) (webhooks.Backlog, error) {
		if _, ok := ctx.Deadline(); !ok {
			t.Error("a scrape may hang")
		}
		return webhooks.Backlog{}, errors.New("no connection")
	})
	New(r, zerolog.Nop())
	text := scrape(t, r)
	if strings.Contains(text, "petcare_webhook_due ") || strings.Contains(text, "petcare_webhook_oldest_due_seconds ") {
		t.Error("an unknown backlog is shown")
	}
	if !strings.Contains(text, "petcare_webhook_in_flight 3\n") || !strings.Contains(text, "petcare_webhook_faults_total 0\n") {
		t.Error("what is known is not shown")
	}
}
