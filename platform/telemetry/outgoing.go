package telemetry

import (
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Outgoing returns a function that wraps a transport so that every request gets a span of the given name, which ends when the
// response's headers arrive, and a traceparent header. attributes maps request headers to the span attributes that record their
// values. Of the URL, the span records only the host, because the path may be a secret.
func (t *Traces) Outgoing(name string, attributes map[string]string) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		if t == nil {
			return next
		}
		return outgoing{t, name, attributes, next}
	}
}

type outgoing struct {
	*Traces
	name       string
	attributes map[string]string
	next       http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (o outgoing) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, span := o.tracer.Start(r.Context(), o.name, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("http.request.method", r.Method), attribute.String("server.address", r.URL.Hostname()),
	))
	defer span.End()
	for header, key := range o.attributes {
		span.SetAttributes(attribute.String(key, r.Header.Get(header)))
	}
	r = r.Clone(ctx) // a RoundTripper must not modify the request
	o.propagation.Inject(ctx, propagation.HeaderCarrier(r.Header))
	response, err := o.next.RoundTrip(r)
	if err != nil {
		span.SetStatus(codes.Error, "no answer")
		return nil, err
	}
	span.SetAttributes(attribute.Int("http.response.status_code", response.StatusCode))
	if response.StatusCode >= http.StatusBadRequest {
		span.SetStatus(codes.Error, "")
	}
	return response, nil
}
