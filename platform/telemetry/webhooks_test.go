package telemetry

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

func scrape(t *testing.T, m *Metrics) string {
	t.Helper()
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if answer.Code != http.StatusOK {
		t.Fatalf("status %d: %s", answer.Code, answer.Body)
	}
	return answer.Body.String()
}

func TestDeliveriesAreCounted(t *testing.T) {
	t.Parallel()
	m := New("1", "abc")
	var log bytes.Buffer
	w := m.Webhooks(zerolog.New(&log))
	w.Attempted("retryable", 300*time.Millisecond)
	w.Completed("delivered")
	w.Completed("delivered")
	w.Fault("claim deliveries", errors.New("no connection"))
	text := scrape(t, m)
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

func TestQueueIsMeasuredAtEveryScrape(t *testing.T) {
	t.Parallel()
	m := New("1", "abc")
	waiting := int64(4)
	m.WebhookQueue(func() int { return 3 }, func(context.Context) (int64, time.Duration, error) {
		waiting++
		return waiting, 1500 * time.Millisecond, nil
	})
	first, second := scrape(t, m), scrape(t, m)
	for text, want := range map[string]string{first: "petcare_webhook_due 5\n", second: "petcare_webhook_due 6\n"} {
		if !strings.Contains(text, want) || !strings.Contains(text, "petcare_webhook_oldest_due_seconds 1.5\n") || !strings.Contains(text, "petcare_webhook_in_flight 3\n") {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

func TestQueueThatCannotBeAskedIsAbsentAndHidesNothingElse(t *testing.T) {
	t.Parallel()
	m := New("1", "abc")
	m.WebhookQueue(func() int { return 3 }, func(ctx context.Context) (int64, time.Duration, error) {
		if _, ok := ctx.Deadline(); !ok {
			t.Error("a scrape may hang")
		}
		return 0, 0, errors.New("no connection")
	})
	text := scrape(t, m)
	if strings.Contains(text, "petcare_webhook_due ") || strings.Contains(text, "petcare_webhook_oldest_due_seconds ") {
		t.Error("an unknown backlog is shown")
	}
	if !strings.Contains(text, "petcare_webhook_in_flight 3\n") || !strings.Contains(text, "petcare_build_info{") {
		t.Error("what is known is not shown")
	}
}
