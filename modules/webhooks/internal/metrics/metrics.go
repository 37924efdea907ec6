// Package metrics exports the progress of webhook deliveries to Prometheus.
package metrics

import (
	"time"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/rs/zerolog"
)

// Metrics counts attempts, deliveries and faults. It implements webhooks.Observer.
type Metrics struct {
	log       zerolog.Logger
	completed *prometheus.CounterVec
	attempts  *prometheus.HistogramVec
	faults    prometheus.Counter
}

// New registers the metrics with r and panics if r already has them. Faults are also written to log.
func New(r prometheus.Registerer, log zerolog.Logger) *Metrics {
	register := promauto.With(r)
	m := &Metrics{
		log: log,
		completed: register.NewCounterVec(prometheus.CounterOpts{
			Name: "petcare_webhook_deliveries_total", Help: "Deliveries that ended: delivered, or why they failed.",
		}, []string{"outcome"}),
		attempts: register.NewHistogramVec(prometheus.HistogramOpts{
			Name: "petcare_webhook_attempt_duration_seconds", Help: "Time of an attempt, by how it ended.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"outcome"}),
		faults: register.NewCounter(prometheus.CounterOpts{
			Name: "petcare_webhook_faults_total", Help: "Errors of ours that delay deliveries, such as a database that does not answer.",
		}),
	}
	// An alert on the increase of a counter misses the first event if the counter only appears with it.
	m.completed.WithLabelValues(string(webhooks.Delivered))
	for _, why := range []webhooks.Failure{webhooks.Permanent, webhooks.Exhausted, webhooks.Expired, webhooks.Cancelled} {
		m.completed.WithLabelValues(string(why))
	}
	return m
}

// Attempted implements webhooks.Observer.
func (m *Metrics) Attempted(outcome string, took time.Duration) {
	m.attempts.WithLabelValues(outcome).Observe(took.Seconds())
}

// Completed implements webhooks.Observer.
func (m *Metrics) Completed(outcome string) { m.completed.WithLabelValues(outcome).Inc() }

// Fault implements webhooks.Observer.
func (m *Metrics) Fault(doing string, err error) {
	m.faults.Inc()
	line := m.log.Error().Err(err)
	if stack := panics.Stack(err); stack != nil {
		line = line.Bytes("stack", stack)
	}
	line.Msg("could not " + doing)
}
