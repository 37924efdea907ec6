package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"go.uber.org/fx"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/telemetry"
)

// What an operator sees of requests: a log line and metrics.
func TestWhatAnOperatorSees(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var metrics *telemetry.Metrics
	s := kit.Start(t, kit.Config(kit.FreshURL(t)), &log, fx.Populate(&metrics))
	own := s.Tenant()
	for _, name := range []string{"Ann", "Bob"} {
		own.Do("POST", "customers", map[string]string{"first_name": name}).Object(201)
	}
	own.Do("POST", "customers", map[string]string{"first_name": ""}).Object(422)
	_ = s.DB.InTx(t.Context(), func(context.Context) error { return errors.New("no") })
	log.Reset()
	own.Do("GET", "customers?limit=1", nil).Object(200)

	var line map[string]any
	if err := json.Unmarshal(log.Bytes(), &line); err != nil {
		t.Fatalf("%v: %s", err, log.String())
	}
	for key, want := range map[string]any{"operation": "listCustomers", "status": 200.0, "rows": 1.0, "account_id": own.Account.ID.String(), "level": "info"} {
		if line[key] != want {
			t.Errorf("%s is %v, not %v", key, line[key], want)
		}
	}
	for _, key := range []string{"request_id", "credential_id", "duration_ms", "bytes"} {
		if line[key] == nil {
			t.Errorf("%s is missing", key)
		}
	}
	log.Reset()
	own.Do("PATCH", "customerFields/custom/reorder", `{"ids":["`+own.Account.ID.String()+`"]}`).Object(422)
	if strings.Contains(log.String(), `"rows"`) {
		t.Errorf("a list that is refused has rows: %s", log.String())
	}
	answer := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	text, _ := io.ReadAll(answer.Body)
	scraped := strings.Split(string(text), "\n")
	for _, want := range []string{
		`petcare_events_total{type="customer.created"} 2`,
		`petcare_transactions_total{end="retried"} 0`,
		`petcare_http_request_duration_seconds_count{method="POST",operation="createCustomer",status="201"} 2`,
		`petcare_http_request_duration_seconds_count{method="POST",operation="createCustomer",status="422"} 1`,
	} {
		if !slices.Contains(scraped, want) {
			t.Errorf("the metrics do not have %s", want)
		}
	}
	if slices.Contains(scraped, `petcare_transactions_total{end="rolled_back"} 0`) || slices.Contains(scraped, `petcare_transactions_total{end="committed"} 0`) {
		t.Error("transactions are not counted")
	}
}
