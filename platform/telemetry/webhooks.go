package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// Webhooks counts how deliveries go. It is the observer that the webhooks module asks for.
type Webhooks struct {
	log       zerolog.Logger
	completed *prometheus.CounterVec
	attempts  *prometheus.HistogramVec
	faults    prometheus.Counter
}

// Webhooks makes the metrics of deliveries; call it once.
func (m *Metrics) Webhooks(log zerolog.Logger) *Webhooks {
	w := &Webhooks{
		log: log,
		completed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "petcare_webhook_deliveries_total", Help: "Deliveries that ended: delivered, or why they failed.",
		}, []string{"outcome"}),
		attempts: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "petcare_webhook_attempt_duration_seconds", Help: "Time of an attempt, by how it ended.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"outcome"}),
		faults: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "petcare_webhook_faults_total", Help: "Errors of ours that delay deliveries, such as a database that does not answer.",
		}),
	}
	// An alert on the growth of a counter that appears together with its first event never fires for that event.
	for _, outcome := range []string{"delivered", "permanent", "exhausted", "expired", "cancelled"} {
		w.completed.WithLabelValues(outcome)
	}
	m.registry.MustRegister(w.completed, w.attempts, w.faults)
	return w
}

// Attempted counts an attempt and how long it took.
func (w *Webhooks) Attempted(outcome string, took time.Duration) {
	w.attempts.WithLabelValues(outcome).Observe(took.Seconds())
}

// Completed counts a delivery that ended.
func (w *Webhooks) Completed(outcome string) { w.completed.WithLabelValues(outcome).Inc() }

// Fault counts and logs an error that delays deliveries.
func (w *Webhooks) Fault(doing string, err error) {
	w.faults.Inc()
	w.log.Error().Err(err).Msg(doing)
}

// Backlog is what is due and not claimed, and for how long the oldest has been.
type Backlog func(ctx context.Context) (due int64, oldest time.Duration, err error)

// WebhookQueue shows the state of the queue at every scrape; call it once. inFlight is how many attempts this process
// makes at the moment, the backlog is that of all replicas together.
func (m *Metrics) WebhookQueue(inFlight func() int, backlog Backlog) {
	m.registry.MustRegister(queue{
		inFlight: inFlight, backlog: backlog,
		flying: prometheus.NewDesc("petcare_webhook_in_flight", "Attempts of this process that run.", nil, nil),
		due:    prometheus.NewDesc("petcare_webhook_due", "Deliveries of all replicas that are due and wait.", nil, nil),
		oldest: prometheus.NewDesc("petcare_webhook_oldest_due_seconds", "How long the oldest of these has been due; 0 without any.", nil, nil),
	})
}

type queue struct {
	inFlight            func() int
	backlog             Backlog
	flying, due, oldest *prometheus.Desc
}

// scrapeTime bounds the question to the database: a scraper waits 10 s by default, for everything.
const scrapeTime = 3 * time.Second

// Describe implements prometheus.Collector.
func (q queue) Describe(to chan<- *prometheus.Desc) { to <- q.flying; to <- q.due; to <- q.oldest }

// Collect implements prometheus.Collector. While the database does not answer, the backlog is absent instead of wrong,
// and all other metrics are there.
func (q queue) Collect(to chan<- prometheus.Metric) {
	to <- prometheus.MustNewConstMetric(q.flying, prometheus.GaugeValue, float64(q.inFlight()))
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	due, oldest, err := q.backlog(ctx)
	if err != nil {
		return
	}
	to <- prometheus.MustNewConstMetric(q.due, prometheus.GaugeValue, float64(due))
	to <- prometheus.MustNewConstMetric(q.oldest, prometheus.GaugeValue, oldest.Seconds())
}
