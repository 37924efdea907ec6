package telemetry

import (
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Attempts makes a span of every request that next sends, up to the head of its answer, and names the span to the other
// side by a traceparent header. Of the URL only the host is kept: the path of a webhook may be a secret.
func (t *Traces) Attempts(next http.RoundTripper) http.RoundTripper {
	if t == nil {
		return next
	}
	return attempts{t, next}
}

type attempts struct {
	*Traces
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (a attempts) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, span := a.tracer.Start(r.Context(), "webhook attempt", trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("http.request.method", r.Method), attribute.String("server.address", r.URL.Hostname()),
		attribute.String("petcare.event_type", r.Header.Get("X-Service-Event")), attribute.String("petcare.event_id", r.Header.Get("Webhook-Id")),
	))
	defer span.End()
	r = r.Clone(ctx) // a RoundTripper must not change the request that it is given
	a.propagation.Inject(ctx, propagation.HeaderCarrier(r.Header))
	answer, err := a.next.RoundTrip(r)
	if err != nil {
		span.SetStatus(codes.Error, "no answer")
		return nil, err
	}
	span.SetAttributes(attribute.Int("http.response.status_code", answer.StatusCode))
	if answer.StatusCode >= http.StatusBadRequest {
		span.SetStatus(codes.Error, "")
	}
	return answer, nil
}
