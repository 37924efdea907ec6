// Package telemetry provides Prometheus metrics and OpenTelemetry traces.
package telemetry

import (
	"net/http"
	"net/http/pprof"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the metrics of one process.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	limited  prometheus.Counter
	imports  prometheus.Counter
	Database
}

// New returns Metrics; version and commit are labels of petcare_build_info.
func New(version, commit string) *Metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	register := promauto.With(registry)
	register.NewGauge(prometheus.GaugeOpts{
		Name: "petcare_build_info", Help: "Always 1; the labels say what runs.",
		ConstLabels: prometheus.Labels{"version": version, "commit": commit, "go": runtime.Version()},
	}).Set(1)
	return &Metrics{
		registry: registry,
		requests: register.NewHistogramVec(prometheus.HistogramOpts{
			Name: "petcare_http_request_duration_seconds", Help: "Time to answer, by operation and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 15},
		}, []string{"operation", "method", "status"}),
		limited: register.NewCounter(prometheus.CounterOpts{
			Name: "petcare_http_rate_limited_total", Help: "Requests refused for their rate.",
		}),
		imports: register.NewCounter(prometheus.CounterOpts{
			Name: "petcare_http_import_refused_total", Help: "Writes refused with 503 because of an import into their account.",
		}),
		Database: newDatabase(register),
	}
}

// Registerer registers the metrics of modules.
func (m *Metrics) Registerer() prometheus.Registerer { return m.registry }

// Request records a response; operation is "" if no route matched.
func (m *Metrics) Request(operation, method string, status int, took time.Duration) {
	if operation == "" {
		operation = "none"
	}
	m.requests.WithLabelValues(operation, methodOf(method), strconv.Itoa(status)).Observe(took.Seconds())
	if status == http.StatusTooManyRequests {
		m.limited.Inc()
	}
}

// RefusedForImport counts a write that was refused because of an import into its account.
func (m *Metrics) RefusedForImport() { m.imports.Inc() }

// methodOf returns "other" for a method that no operation has. A client can make up any number of them, and each would stay in memory as
// a series of its own.
func methodOf(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	default:
		return "other"
	}
}

// Handler serves /metrics and, below /debug/pprof/, the profiler. Only operators may reach its address.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}
