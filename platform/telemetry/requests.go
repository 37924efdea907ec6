package telemetry

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Requests makes a span of every request, below the one that its traceparent header names. Query strings stay out: they
// hold what people search for.
func (t *Traces) Requests(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isProbe(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		ctx := t.propagation.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := t.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
			attribute.String("http.request.method", r.Method), attribute.String("url.path", r.URL.Path),
		))
		defer span.End()
		next.ServeHTTP(w, r.WithContext(ctx))
		span.SetAttributes(attribute.String("petcare.request_id", w.Header().Get("X-Request-Id")))
	})
}

// isProbe keeps the balancer's and the orchestrator's questions, several a second, out of the traces.
func isProbe(path string) bool { return path == "/healthz" || path == "/readyz" }

// Answered names the span of the request that ctx belongs to by its operation, "" when none was reached, and notes the
// status. Without a span it does nothing.
func Answered(ctx context.Context, operation string, status int) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	if operation != "" {
		span.SetName(operation)
	}
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
}
