package telemetry

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Requests makes a span of each request, as a child of the span in its traceparent header. The span leaves out the query string,
// which may contain personal data.
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

// isProbe reports health checks of load balancers and orchestrators, which come several times a second and would fill the traces.
func isProbe(path string) bool { return path == "/healthz" || path == "/readyz" }

// Answered sets the name of the request's span to the operation, unless that is "", and records the status. It does nothing if ctx
// has no span.
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
