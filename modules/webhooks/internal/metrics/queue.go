package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/petcare/petcare/modules/webhooks"
)

// scrapeTimeout bounds the backlog query, because Prometheus waits 10 s by default for all metrics together.
const scrapeTimeout = 3 * time.Second

var (
	inFlight = prometheus.NewDesc("petcare_webhook_in_flight", "Attempts of this process that run.", nil, nil)
	due      = prometheus.NewDesc("petcare_webhook_due", "Deliveries of all replicas that are due and wait.", nil, nil)
	oldest   = prometheus.NewDesc("petcare_webhook_oldest_due_seconds", "How long the oldest of these has been due; 0 without any.", nil, nil)
)

// RegisterQueue registers gauges of the delivery queue with r. Every scrape queries the database.
func RegisterQueue(r prometheus.Registerer, g webhooks.Gauges) error { return r.Register(queue{g}) }

type queue struct{ gauges webhooks.Gauges }

// Describe implements prometheus.Collector.
func (q queue) Describe(to chan<- *prometheus.Desc) { to <- inFlight; to <- due; to <- oldest }

// Collect implements prometheus.Collector. If the database does not answer in time, it omits the backlog; all other metrics
// are still exported.
func (q queue) Collect(to chan<- prometheus.Metric) {
	to <- prometheus.MustNewConstMetric(inFlight, prometheus.GaugeValue, float64(q.gauges.InFlight()))
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	backlog, err := q.gauges.Backlog(ctx)
	if err != nil {
		return
	}
	to <- prometheus.MustNewConstMetric(due, prometheus.GaugeValue, float64(backlog.Due))
	to <- prometheus.MustNewConstMetric(oldest, prometheus.GaugeValue, backlog.Oldest.Seconds())
}
