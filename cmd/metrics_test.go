package petcarecmd

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
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

// Dashboards and alerts do not report an unknown metric: after a renaming, a panel stays empty and an alert never fires.
func TestDashboardAndAlertsNameMetricsThatExist(t *testing.T) {
	t.Parallel()
	registered := registeredMetrics(t)
	for _, file := range []string{"grafana-dashboard.json", "prometheus-alerts.yaml"} {
		text, err := os.ReadFile("../deployments/" + file)
		if err != nil {
			t.Fatal(err)
		}
		named := metricName.FindAllString(string(text), -1)
		if len(named) < 10 {
			t.Errorf("%s names only %q", file, named)
		}
		for _, name := range named {
			if !slices.Contains(registered, name) && !slices.Contains(registered, histogram.ReplaceAllString(name, "")) {
				t.Errorf("%s names %s, which does not exist", file, name)
			}
		}
	}
}
