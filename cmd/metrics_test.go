package petcarecmd

import (
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"gopkg.in/yaml.v3"

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
	url, dir := "postgres://nowhere", t.TempDir()
	set := &settings{DatabaseURL: &url, DataDir: &dir}
	c, err := set.load()
	if err != nil {
		t.Fatal(err)
	}
	if c, err = withKeys(c); err != nil {
		t.Fatal(err)
	}
	var r prometheus.Registerer
	if _, err := set.buildServing(c, zerolog.Nop(), &r); err != nil {
		t.Fatal(err)
	}
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
	text := testkit.Must[[]byte](t)(os.ReadFile("../deployments/prometheus-alerts.yaml"))
	page := testkit.Must[[]byte](t)(os.ReadFile("../deployments/OPERATING.md"))
	var rules struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	if err := yaml.Unmarshal(text, &rules); err != nil {
		t.Fatal(err)
	}
	for _, group := range rules.Groups {
		for _, rule := range group.Rules {
			if rule.Expr == "" || !strings.Contains(string(page), "\n| "+rule.Alert+" | ") {
				t.Errorf("%q is not explained", rule.Alert)
			}
		}
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

// Images that all call themselves "dev" keep PetcareVersionsDiffer from ever firing.
func TestImagesAreBuiltWithTheirVersion(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"Dockerfile":   "(?s)docker build .*--build-arg VERSION=.*--build-arg COMMIT=",
		"compose.yaml": `(?s)export VERSION=.* COMMIT=.*args: \{VERSION: "\$\{VERSION:-dev\}", COMMIT: "\$\{COMMIT:-unknown\}"\}`,
	} {
		text := testkit.Must[[]byte](t)(os.ReadFile("../deployments/" + file))
		if !regexp.MustCompile(want).Match(text) {
			t.Errorf("%s lacks %s", file, want)
		}
	}
}

var share = regexp.MustCompile(`petcare_http_request_duration_seconds_count\{([^}]*)\}\[[^]]*\]\)\)(?: or vector\(0\)\))?\s*/ ` +
	`sum\(rate\(petcare_http_request_duration_seconds_count(\{[^}]*\})?`)

// Each replica answers a health check every few seconds: on a quiet service, a failing operation would stay below any share of them.
func TestDashboardAndAlertsCountNoHealthChecksAmongRequests(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"grafana-dashboard.json", "prometheus-alerts.yaml"} {
		text := testkit.Must[[]byte](t)(os.ReadFile("../deployments/" + file))
		found := share.FindAllStringSubmatch(strings.ReplaceAll(string(text), `\"`, `"`), -1)
		if len(found) != 1 {
			t.Errorf("%s has %d shares", file, len(found))
		}
		for _, f := range found {
			for _, selector := range f[1:] {
				if !strings.Contains(selector, `operation!="none"`) {
					t.Errorf("%s: %s", file, f[0])
				}
			}
		}
	}
}

// The panel shows the last value there is: without zeros, it would show that of before a restart for hours.
func TestDashboardShowsZeroAfterARestartWithoutErrors(t *testing.T) {
	t.Parallel()
	text := string(testkit.Must[[]byte](t)(os.ReadFile("../deployments/grafana-dashboard.json")))
	if found := share.FindString(strings.ReplaceAll(text, `\"`, `"`)); !strings.Contains(found, " or vector(0)) /") {
		t.Error(found)
	}
}
