package telemetry

import (
	"database/sql"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Database counts transactions and the events that they record.
type Database struct {
	transactions *prometheus.CounterVec
	events       *prometheus.CounterVec
}

func newDatabase(register promauto.Factory) Database {
	d := Database{
		transactions: register.NewCounterVec(prometheus.CounterOpts{
			Name: "petcare_transactions_total", Help: "Transactions that ended: committed, rolled_back, or retried after a deadlock, a " +
				"change of the record by others or a serialization failure.",
		}, []string{"end"}),
		events: register.NewCounterVec(prometheus.CounterOpts{
			Name: "petcare_events_total", Help: "Events of committed changes, by type.",
		}, []string{"type"}),
	}
	// An alert on the increase of a counter misses the first event if the counter only appears with it.
	for _, end := range []string{"committed", "rolled_back", "retried"} {
		d.transactions.WithLabelValues(end)
	}
	return d
}

// Transaction counts a transaction by how it ended: committed, rolled_back or retried.
func (d Database) Transaction(end string) { d.transactions.WithLabelValues(end).Inc() }

// Event counts an event of a committed transaction.
func (d Database) Event(eventType string) { d.events.WithLabelValues(eventType).Inc() }

// Pool exports the statistics of the connection pool, with the names that Prometheus's collector for database/sql uses. Call it once.
func (m *Metrics) Pool(stats func() sql.DBStats) {
	register, labels := promauto.With(m.registry), prometheus.Labels{"db_name": "petcare"}
	gauge := func(name, help string, of func(sql.DBStats) float64) {
		register.NewGaugeFunc(prometheus.GaugeOpts{Name: "go_sql_" + name, Help: help, ConstLabels: labels},
			func() float64 { return of(stats()) })
	}
	count := func(name, help string, of func(sql.DBStats) float64) {
		register.NewCounterFunc(prometheus.CounterOpts{Name: "go_sql_" + name, Help: help, ConstLabels: labels},
			func() float64 { return of(stats()) })
	}
	gauge("max_open_connections", "Connections that may be open.", func(s sql.DBStats) float64 { return float64(s.MaxOpenConnections) })
	gauge("open_connections", "Connections that are open.", func(s sql.DBStats) float64 { return float64(s.OpenConnections) })
	gauge("in_use_connections", "Connections that are in use.", func(s sql.DBStats) float64 { return float64(s.InUse) })
	gauge("idle_connections", "Connections that are idle.", func(s sql.DBStats) float64 { return float64(s.Idle) })
	count("wait_count_total", "Connections that were waited for.", func(s sql.DBStats) float64 { return float64(s.WaitCount) })
	count("wait_duration_seconds_total", "Time spent waiting for connections.",
		func(s sql.DBStats) float64 { return s.WaitDuration.Seconds() })
	count("max_idle_time_closed_total", "Connections closed because they were idle for long.",
		func(s sql.DBStats) float64 { return float64(s.MaxIdleTimeClosed) })
	count("max_lifetime_closed_total", "Connections closed because they were old.",
		func(s sql.DBStats) float64 { return float64(s.MaxLifetimeClosed) })
}
