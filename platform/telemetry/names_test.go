package telemetry

import (
	"context"
	"database/sql"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

var metricName = regexp.MustCompile(`\b(?:petcare|go|process)_[a-z_]+`)

// The dashboard and the alerts live elsewhere and fail in silence: a metric that was renamed is an empty panel, and an
// alert that never comes.
func TestDashboardAndAlertsNameMetricsThatExist(t *testing.T) {
	t.Parallel()
	m := New("1", "abc")
	m.Pool(func() sql.DBStats { return sql.DBStats{} })
	m.Event("pet.created")
	m.Request("listPets", "GET", 200, time.Millisecond)
	m.Webhooks(zerolog.Nop()).Attempted("delivered", time.Millisecond)
	m.WebhookQueue(func() int { return 0 }, func(context.Context) (int64, time.Duration, error) { return 0, 0, nil })
	var there []string
	for line := range strings.Lines(scrape(t, m)) {
		there = append(there, metricName.FindString(line))
	}
	for _, file := range []string{"grafana-dashboard.json", "prometheus-alerts.yaml"} {
		text, err := os.ReadFile("../../deployments/" + file)
		if err != nil {
			t.Fatal(err)
		}
		named := metricName.FindAllString(string(text), -1)
		if len(named) < 10 {
			t.Errorf("%s names only %q", file, named)
		}
		for _, name := range named {
			if !slices.Contains(there, name) {
				t.Errorf("%s names %s, which does not exist", file, name)
			}
		}
	}
}
