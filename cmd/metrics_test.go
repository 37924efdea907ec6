package petcarecmd

import (
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/telemetry"
	"github.com/petcare/petcare/platform/testkit"
)

var (
	metricName = regexp.MustCompile(`\b(?:petcare|go|process)_[a-z_]+`)
	histogram  = regexp.MustCompile(`_(?:bucket|sum|count)$`)
)

// registeredMetrics lists the names of all metrics that serve exports, those of the modules included.
func registeredMetrics(t *testing.T) (names []string) {
	t.Helper()
	var r prometheus.Registerer
	serves(t, &r)
	found := make(chan *prometheus.Desc)
	go func() {
		defer close(found)
		r.(*prometheus.Registry).Describe(found)
	}()
	for d := range found {
		names = append(names, metricName.FindString(d.String()))
	}
	return names
}

// Dashboards and alerts do not report an unknown metric: after a renaming, a panel stays empty and an alert never fires. Pages would
// send their reader to look at it.
func TestDashboardAlertsAndPagesNameMetricsThatExist(t *testing.T) {
	t.Parallel()
	registered := registeredMetrics(t)
	for _, file := range []string{"grafana-dashboard.json", "prometheus-alerts.yaml", "OPERATING.md"} {
		text := testkit.Must[[]byte](t)(os.ReadFile("../deployments/" + file))
		named := metricName.FindAllString(string(text), -1)
		if len(named) < 10 {
			t.Errorf("%s names only %q", file, named)
		}
		for _, name := range named {
			exists := func(is string) bool { return is == name || is == histogram.ReplaceAllString(name, "") }
			if strings.HasSuffix(name, "_") { // go_sql_*
				exists = func(is string) bool { return strings.HasPrefix(is, name) }
			}
			if !slices.ContainsFunc(registered, exists) {
				t.Errorf("%s names %s, which does not exist", file, name)
			}
		}
	}
}

// Who is called by an alert finds what it means and what to do.
func TestEveryAlertIsExplained(t *testing.T) {
	t.Parallel()
	page, rules := deployed(t, "OPERATING.md"), document(t, "prometheus-alerts.yaml")
	alerts := under(rules, "alert")
	for _, alert := range alerts {
		if !strings.Contains(page, "\n| "+alert+" | ") {
			t.Errorf("%q is not explained", alert)
		}
	}
	if n := len(under(rules, "expr")); n != len(alerts) || n == 0 {
		t.Errorf("%d alerts, %d expressions", len(alerts), n)
	}
}

var (
	times     = regexp.MustCompile(`petcare_http_request_duration_seconds_(?:bucket|sum)\{[^}]*\}`)
	operation = regexp.MustCompile(`operation(?:=|!=|=~|!~)\\?"([^"\\]+)`)
)

// Readers of the event feed wait for up to ten seconds, on purpose: a few of them would make a quiet service look slow.
func TestDashboardAndAlertsLeaveWaitingReadersOut(t *testing.T) {
	t.Parallel()
	document := testkit.Must[[]byte](t)(os.ReadFile("../adapters/httpapi/openapi.yaml"))
	for _, file := range []string{"grafana-dashboard.json", "prometheus-alerts.yaml"} {
		text := testkit.Must[[]byte](t)(os.ReadFile("../deployments/" + file))
		for _, selector := range times.FindAllString(string(text), -1) {
			if !strings.Contains(selector, "listEvents") {
				t.Errorf("%s: %s", file, selector)
			}
		}
		for _, named := range operation.FindAllStringSubmatch(string(text), -1) {
			for id := range strings.SplitSeq(named[1], "|") {
				if id != "none" && !strings.Contains(string(document), "operationId: "+id+"\n") {
					t.Errorf("%s names the operation %s, which does not exist", file, id)
				}
			}
		}
	}
}

// Nobody has to get up because an account is being imported.
func TestTheAlertOnErrorsLeavesWritesOutThatAnImportRefuses(t *testing.T) {
	t.Parallel()
	text := testkit.Must[[]byte](t)(os.ReadFile("../deployments/prometheus-alerts.yaml"))
	_, rule, _ := strings.Cut(string(text), "- alert: PetcareErrors\n")
	rule, _, _ = strings.Cut(rule, "- alert:")
	if !strings.Contains(rule, "- (sum(rate(petcare_http_import_refused_total[5m])) or vector(0))") {
		t.Error(rule)
	}
	metrics, answer := telemetry.New("1.0.0", "abc"), httptest.NewRecorder()
	for _, importing := range []bool{true, false} {
		observe(metrics)(httpapi.Observation{Method: "POST", Status: 503, Context: t.Context(), Importing: importing})
	}
	metrics.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	if !strings.Contains(answer.Body.String(), "\npetcare_http_import_refused_total 1\n") {
		t.Error("the writes are not counted")
	}
}
