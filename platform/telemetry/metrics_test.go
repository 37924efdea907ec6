package telemetry

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

func shown(m *Metrics) string {
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return answer.Body.String()
}

func TestRequestsRefusedForTheirRateAreCounted(t *testing.T) {
	t.Parallel()
	m := New("1.0.0", "abc")
	for _, status := range []int{http.StatusTooManyRequests, http.StatusOK, http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		m.Request("listPets", http.MethodGet, status, time.Millisecond)
	}
	if text := shown(m); !strings.Contains(text, "\npetcare_http_rate_limited_total 2\n") {
		t.Error(text)
	}
}

// A counter that only appears with its first count lacks that one in a rate.
func TestWritesThatAnImportRefusesAreCounted(t *testing.T) {
	t.Parallel()
	m := New("1.0.0", "abc")
	if text := shown(m); !strings.Contains(text, "\npetcare_http_import_refused_total 0\n") {
		t.Error(text)
	}
	m.RefusedForImport()
	if text := shown(m); !strings.Contains(text, "\npetcare_http_import_refused_total 1\n") {
		t.Error(text)
	}
}

// Every series stays in memory, and anybody may send any method.
func TestMethodsThatClientsMakeUpAddNoSeries(t *testing.T) {
	t.Parallel()
	m := New("1.0.0", "abc")
	for _, method := range []string{http.MethodGet, http.MethodPatch, "get"} {
		m.Request("", method, http.StatusNotFound, time.Millisecond)
	}
	for i := range 100 {
		m.Request("", "M"+strconv.Itoa(i), http.StatusMethodNotAllowed, time.Millisecond)
	}
	text := shown(m)
	if n := strings.Count(text, "\npetcare_http_request_duration_seconds_count{"); n != 4 {
		t.Errorf("%d series", n)
	}
	for _, want := range []string{
		`{method="GET",operation="none",status="404"} 1`, `{method="PATCH",operation="none",status="404"} 1`,
		`{method="other",operation="none",status="404"} 1`, `{method="other",operation="none",status="405"} 100`,
	} {
		if !strings.Contains(text, "petcare_http_request_duration_seconds_count"+want+"\n") {
			t.Errorf("no %s", want)
		}
	}
}
