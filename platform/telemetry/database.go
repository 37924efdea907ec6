package telemetry

import (
	"database/sql"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// Database counts how transactions end and what they record.
type Database struct {
	transactions *prometheus.CounterVec
	events       *prometheus.CounterVec
}

func newDatabase(registry *prometheus.Registry) Database {
	d := Database{
		transactions: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "petcare_transactions_total", Help: "Transactions that ended: committed, rolled_back, or retried after a deadlock or a serialization failure.",
		}, []string{"end"}),
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "petcare_events_total", Help: "Events of committed changes, by type.",
		}, []string{"type"}),
	}
	for _, end := range []string{"committed", "rolled_back", "retried"} { // as with deliveries
		d.transactions.WithLabelValues(end)
	}
	registry.MustRegister(d.transactions, d.events)
	return d
}

// Transaction counts a transaction that ended.
func (d Database) Transaction(end string) { d.transactions.WithLabelValues(end).Inc() }

// Event counts an event of a committed change.
func (d Database) Event(eventType string) { d.events.WithLabelValues(eventType).Inc() }

// Pool shows the state of the connection pool.
func (m *Metrics) Pool(db *sql.DB) {
	m.registry.MustRegister(collectors.NewDBStatsCollector(db, "petcare"))
}
